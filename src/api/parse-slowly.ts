import * as z from 'zod/mini';
import { type Answered, parseAnswer } from './transport.ts';

/** Longest stretch of reading an answer without letting the browser draw, milliseconds. */
const SLICE_MS = 4;
/** Answers with fewer entries are read in one go. */
const SHORT = 10;

/** Lets the browser handle what waits: input, a frame. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Schema of the entries, where the answer is an object with a list as `data`. */
function entrySchemaOf(schema: z.ZodMiniType): z.ZodMiniType | undefined {
  if (!(schema instanceof z.ZodMiniObject)) return undefined;
  const list: unknown = schema.shape.data;
  const entry: unknown = list instanceof z.ZodMiniArray ? list.def.element : undefined;
  return entry instanceof z.ZodMiniType ? entry : undefined;
}

/**
 * Reads an answer like `parseAnswer`; the entries of a long list one after another with pauses between, so that a
 * page of a hundred events arriving on a slow computer does not stop it scrolling.
 * @throws AppError `malformed` when the answer does not have the documented shape.
 */
export async function parseSlowly<T extends z.ZodMiniType>(
  schema: T,
  answered: Answered,
  name: string,
): Promise<z.output<T>> {
  const entry = entrySchemaOf(schema);
  const { body: answer, requestId } = answered;
  const whole = typeof answer === 'object' && answer !== null ? answer : {};
  const listed = 'data' in whole ? whole.data : undefined;
  if (entry === undefined || !Array.isArray(listed) || listed.length < SHORT) {
    return parseAnswer(schema, answered, name);
  }
  const around = parseAnswer(schema, { body: { ...whole, data: [] }, requestId }, name);
  const data: unknown[] = [];
  // To receive and decode so much has taken its time already.
  await pause();
  let since = performance.now();
  for (const [index, one] of listed.entries()) {
    data.push(parseAnswer(entry, { body: one, requestId }, `${name}.data.${index}`));
    if (performance.now() - since < SLICE_MS) continue;
    await pause();
    since = performance.now();
  }
  return { ...(around as object), data } as z.output<T>;
}
