import type { Writer } from '../writer/writer.ts';
import { type MemorySource, withMemory } from './memory-source.ts';

/** A writer whose jobs and looks may want what is not in memory: undone, they begin again once it is. */
export const withPaging = (writer: Writer, memory: MemorySource): Writer => ({
  ...writer,
  submit: (job) => withMemory(memory, () => writer.submit(job)),
  submitKeeperJob: (job) => withMemory(memory, () => writer.submitKeeperJob(job)),
  read: (look) => withMemory(memory, () => writer.read(look)),
});

type Act = (input: never) => Promise<unknown>;

/** Operations that may want what is not in memory. What they change they change by jobs, which are undone first. */
export function servicesWithMemory<Services extends Readonly<Record<keyof Services, Act>>>(
  memory: MemorySource,
  services: Services,
): Services {
  const acts = Object.entries<Act>(services);
  const paged = acts.map(([id, act]) => [id, (input: never) => withMemory(memory, () => act(input))]);
  // The same names with functions of the same types.
  return Object.fromEntries(paged) as Services;
}
