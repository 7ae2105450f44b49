import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AnswerRoom } from './answer-room.ts';

const MB = 1024 * 1024;

it('gives back what came, answer after answer, however long they are', () => {
  const piece = fc.uint8Array({ maxLength: 100_000, size: 'max' });
  fc.assert(
    fc.property(fc.array(fc.array(piece, { maxLength: 4 }), { maxLength: 3 }), (answers) => {
      const room = new AnswerRoom();
      for (const pieces of answers) {
        for (const bytes of pieces) room.add(bytes);
        expect(room.answer.equals(Buffer.concat(pieces))).toBe(true);
        room.clear();
        expect(room.answer).toHaveLength(0);
      }
    }),
    { numRuns: 20 },
  );
});

it('gives back the memory of a long answer, and keeps that of others', () => {
  const room = new AnswerRoom();
  const first = room.size;
  room.add(new Uint8Array(MB));
  room.clear();
  expect(room.size).toBeGreaterThanOrEqual(MB);
  room.add(new Uint8Array(40 * MB));
  room.clear();
  expect(room.size).toBe(first);
});
