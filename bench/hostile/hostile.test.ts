import { describe, expect, it, vi } from 'vitest';
import { verifyEd25519 } from '../../server/exchange/ledger/ed25519.ts';
import { CASES } from './cases.ts';
import { compiled } from './compile.ts';
import { judge, MODES } from './judge.ts';
import { besides, KINDS, lineOf, objectionTo, runHostile, TOPICS } from './run.ts';
import { createWorld } from './world.ts';

/* What is handed out in place of the transaction that was asked for never reaches a wallet unnoticed. */

/*
 * Whether a signature holds is most of what these tests take. A transaction is judged in two modes, with as many nodes:
 * it is found out once, and by the platform's own crypto first, ten times as fast. What that takes the desk's takes too,
 * which is the less strict of the two; what it does not take is asked of the desk's.
 */
vi.mock('@noble/curves/ed25519', async (original) => {
  const noble = await original<typeof import('@noble/curves/ed25519')>();
  const found = new Map<string, boolean>();
  type Verify = typeof noble.ed25519.verify;
  const byPlatform = ([signature, message, key]: Parameters<Verify>): boolean =>
    verifyEd25519(key as Uint8Array, message as Uint8Array, signature as Uint8Array);
  const verify: Verify = (...asked) => {
    const name = asked.join(' ');
    const isValid = found.get(name) ?? (byPlatform(asked) || noble.ed25519.verify(...asked));
    found.set(name, isValid);
    return isValid;
  };
  return { ...noble, ed25519: { ...noble.ed25519, verify } };
});

/** On a machine that does much else besides. */
const BUSY_MS = 240_000;
const NODES = ['honest', 'lying', 'silent'] as const;

describe('an honest transaction', () => {
  const world = createWorld();
  it.each(CASES)(
    '$name: passes on paper whatever a node does, and in live where one has answered',
    async (intent) => {
      const handed = { transaction: compiled(intent.honest) };
      for (const mode of MODES) {
        for (const node of NODES) {
          const found = await judge(world, intent, handed, { node, mode });
          const { outcome, words } = besides(found);
          // A token that the service alone names is asked about in live.
          expect(found.words !== words).toBe(mode === 'live' && intent.name === 'swap-sell');
          const isUnseen = mode === 'live' && node === 'silent' && intent.terms !== null;
          expect(outcome, `${mode}, ${node} node: ${words}`).toBe(isUnseen ? 'asked' : 'passed');
          if (isUnseen) expect(words).toMatch(/was not seen at all/);
        }
      }
    },
  );
});

describe('a hostile transaction', () => {
  it('is tried in at least 100 kinds, each of its own name', () => {
    expect(new Set(KINDS.map(({ name }) => name)).size).toBe(KINDS.length);
    expect(KINDS.length).toBeGreaterThanOrEqual(100);
  });

  const topics = Object.entries(TOPICS);
  it.each(topics)(
    'about %s: none passes that takes anything, and words name what it does',
    async (_topic, kinds) => {
      const rows = await runHostile(kinds);
      if (process.env.HOSTILE_LINES) console.warn(rows.map(lineOf).join('\n'));
      expect(new Set(rows.map(({ kind }) => kind)), 'every kind applies to some intent').toEqual(
        new Set(kinds),
      );
      const objections = rows.flatMap((row) => objectionTo(row) ?? []);
      expect(objections).toEqual([]);
    },
    BUSY_MS,
  );
});
