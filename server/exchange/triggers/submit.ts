import { buildOf, intentOf } from '../core/builds.ts';
import { signatureObjection } from '../core/execute.ts';
import type { TriggerIntent } from '../core/intents/trigger.ts';
import { decodeSigned } from '../ledger/decode-signed.ts';
import type { TriggerContext } from './context.ts';

type Kind = TriggerIntent['kind'];

/**
 * A signed transaction of this room, looked up by its message and checked for its signatures. Its text says what is
 * wrong where it is none, was built for something else, or is not signed as it must be.
 */
export async function readSubmitted<K extends Kind>(
  context: TriggerContext,
  text: string,
  kinds: readonly K[],
) {
  const refused = (error: string) => ({ ok: false as const, error });
  const decoded = decodeSigned(text);
  if (!decoded.ok) return refused(decoded.error);
  const build = await buildOf(context, decoded.tx);
  const intent = build && intentOf(build);
  if (!build || !intent || !kinds.some((kind) => kind === intent.kind)) {
    return refused(
      'This is not the transaction that was built, or it was built too long ago. It moves nothing.',
    );
  }
  const objection = signatureObjection(decoded.tx, intent);
  if (objection !== null) return refused(objection);
  return { ok: true as const, build, intent: intent as Extract<typeof intent, { kind: K }>, tx: decoded.tx };
}
