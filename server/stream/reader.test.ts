import { expect, it } from 'vitest';
import type { Peer } from '../common/peer.ts';
import type { Look, Watchable } from './asker.ts';
import { Reader } from './reader.ts';
import { Topic } from './topic.ts';

const watchable: Watchable = { id: 'getEvent', kind: 'public', look: () => undefined };
const look = (price: number): Look => ({
  made: price,
  text: () => JSON.stringify({ price }),
  ageMs: 0,
  facts: undefined,
});

/** What a beat at an instant says to be the same as it was told: ages, and the numbers of addresses. */
function sameAt(reader: Reader, sent: string[], now: number): unknown {
  reader.beat(now);
  reader.flush();
  return JSON.parse(sent.at(-1)?.split('\n').at(-1) ?? '{}').same;
}

it('says with a beat how old an answer is to whoever holds it, and nothing of it to whoever holds another', () => {
  const sent: string[] = [];
  const peer: Peer = {
    address: '203.0.113.9',
    send: (message) => sent.push(message.toString()),
    unread: () => 0,
    charge: () => undefined,
    close: () => undefined,
  };
  const reader = new Reader(peer, 0);
  const topic = new Topic(1, '/prediction/v1/events/EV', watchable, '203.0.113.9');
  reader.add(topic);
  topic.take(look(10), 1_000);
  // It has not been told yet.
  expect(sameAt(reader, sent, 1_000)).toEqual([]);
  reader.whole(topic, topic.line(1_000));
  expect(sameAt(reader, sent, 1_500)).toEqual([[500, [1]]]);
  // There is a newer one: what is held is no longer true, however new that one is.
  topic.take(look(11), 2_000);
  expect(sameAt(reader, sent, 2_000)).toEqual([]);
  reader.whole(topic, topic.line(2_000));
  expect(sameAt(reader, sent, 2_300)).toEqual([[300, [1]]]);
  topic.take(undefined, 3_000);
  expect(sameAt(reader, sent, 3_000)).toEqual([]);
});
