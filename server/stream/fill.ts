import { STREAM_BEAT_MS } from '@contract/stream.ts';
import type { Reader } from './reader.ts';
import { AGE_SLACK_MS, type Topic } from './topic.ts';

/**
 * What tells a reader in full what it does not hold, one answer after another as long as it takes what it is sent.
 * `now`: Unix milliseconds; `send`: sends what waits for a reader.
 */
export function createFill(
  now: () => number,
  send: (reader: Reader) => void,
): (reader: Reader) => Promise<void> {
  /** Readers that are being told. */
  const filling = new Set<Reader>();

  /**
   * Tells the whole, unless there is a newer one by the time it is made, or it would be older than it says: then that. As
   * it is, once that has taken a second: what changes sooner than it is compressed would never be told.
   */
  async function tellWhole(topic: Topic, reader: Reader): Promise<void> {
    const began = now();
    for (;;) {
      const { version } = topic;
      const asked = now();
      const isLate = asked - began > STREAM_BEAT_MS;
      const message = isLate ? topic.line(asked) : await topic.message(asked);
      if (!reader.watches(topic) || topic.isLost) return;
      if (version !== topic.version || now() - asked > AGE_SLACK_MS) continue;
      reader.whole(topic, message);
      send(reader);
      return;
    }
  }

  return async (reader) => {
    if (filling.has(reader)) return;
    filling.add(reader);
    for (let topic = reader.missing(); topic; topic = reader.missing()) await tellWhole(topic, reader);
    filling.delete(reader);
  };
}
