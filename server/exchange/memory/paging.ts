import type { Writer } from '../writer/writer.ts';
import { type MemorySource, withMemory } from './memory-source.ts';

/** A writer whose jobs and looks may want what is not in memory: undone, they begin again once it is. */
export const withPaging = (writer: Writer, memory: MemorySource): Writer => ({
  ...writer,
  submit: (job) => withMemory(memory, () => writer.submit(job)),
  submitKeeperJob: (job) => withMemory(memory, () => writer.submitKeeperJob(job)),
  read: (look) => withMemory(memory, () => writer.read(look)),
});

/** An operation that may want what is not in memory. What it changes it changes by jobs, which are undone first. */
export const paged =
  (memory: MemorySource) =>
  <Input, Output>(act: (input: Input) => Promise<Output>) =>
  (input: Input): Promise<Output> =>
    withMemory(memory, () => act(input));

type Act = (input: never) => Promise<unknown>;

/** The same of many. */
export function servicesWithMemory<Services extends Readonly<Record<keyof Services, Act>>>(
  memory: MemorySource,
  services: Services,
): Services {
  const acts = Object.entries<Act>(services).map(([id, act]) => [id, paged(memory)(act)]);
  // The same names with functions of the same types.
  return Object.fromEntries(acts) as Services;
}
