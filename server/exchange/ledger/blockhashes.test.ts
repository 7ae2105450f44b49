import { expect, it } from 'vitest';
import { BLOCKHASH_LIFE, createBlockhashes } from './blockhashes.ts';

it('keeps only blockhashes that can still matter for a commit that is long in coming', () => {
  const blockhashes = createBlockhashes();
  for (let slot = 0; slot <= 1_000; slot++) blockhashes.of(slot);
  const slots = blockhashes.drainNew().map(({ slot }) => slot);
  const kept = Array.from({ length: BLOCKHASH_LIFE + 1 }, (_, at) => 1_000 - BLOCKHASH_LIFE + at);
  expect(slots).toEqual(kept);
});
