import { DrizzleQueryError } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import type { ExchangeStore } from '../exchange.store.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { addSignatures, toBase64 } from '../ledger/signers.ts';
import { guardOf, recompiled } from '../ledger/testing/guards.ts';
import { decoded, Harness } from '../testing/exchange.ts';
import { FencedError } from '../writer/commit-errors.ts';
import { buildParlay, itemOf, LEGS, ParlayUniverse } from './testing/parlays.ts';

/** What becomes of the database: looks for builds fail, from now on or from the next commit on; a commit ends unclear. */
const broken = { looks: false, looksAfterCommit: false, commit: false };
const wrapStore = (store: ExchangeStore): ExchangeStore => ({
  ...store,
  commits: {
    ...store.commits,
    commit: async (...args) => {
      if (broken.commit) throw new Error('the connection is gone');
      await store.commits.commit(...args);
      broken.looks ||= broken.looksAfterCommit;
    },
    landed: (batch) =>
      broken.commit ? Promise.reject(new FencedError('taken over')) : store.commits.landed(batch),
  },
  memory: {
    ...store.memory,
    build: (hash) =>
      broken.looks
        ? Promise.reject(new DrizzleQueryError('select', [], new Error('read ECONNRESET')))
        : store.memory.build(hash),
  },
});

let database: Database;
let h: Harness<ParlayUniverse>;
let wallet: PlatformSigner;
beforeEach(async () => {
  Object.assign(broken, { looks: false, looksAfterCommit: false, commit: false });
  database = await freshDatabase();
  h = await Harness.openOn(database, new ParlayUniverse(), { wrapStore });
  wallet = await h.wallet();
});
afterEach(async () => {
  await h.exchange.close();
  await database.close();
});

const guarded = (transaction: string): string => {
  const tx = recompiled(decoded(transaction), (own) => [...own, guardOf(wallet.address)]);
  return toBase64(addSignatures(tx, [wallet]));
};

it('answers what a guarded payment has placed, also when the database goes away once it has landed', async () => {
  const request = { ownerPubkey: wallet.address, parlays: [{ legMarketIds: LEGS }] };
  const { paymentTransaction } = await h.services.prepareFreeParlays({ body: request });
  broken.looksAfterCommit = true;
  const signedTransaction = guarded(paymentTransaction);
  const answer = await h.services.submitFreeParlays({ body: { ...request, signedTransaction } });
  expect(answer.parlays).toMatchObject([{ status: 'ok', legMarketIds: LEGS }]);
});

it('does not say that nothing was changed where an item could not be looked up and another may have landed', async () => {
  const known = itemOf(await buildParlay(h, wallet), wallet);
  const asked = { ...known, signedTransaction: guarded(known.signedTransaction) };
  const run = (...parlays: (typeof known)[]) => h.services.executeParlays({ body: { parlays } });
  broken.looks = true;
  await expect(run(asked, asked)).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringMatching(/nothing was changed/),
  });
  broken.commit = true;
  await expect(run(asked, known)).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringMatching(/look them up, or send the same transactions again/),
  });
});
