import { CASES } from './cases.ts';
import { compiled } from './compile.ts';
import { type Found, judge, MODES, type Mode } from './judge.ts';
import type { Kind } from './kind.ts';
import { ACCOUNT_KINDS } from './kinds-accounts.ts';
import { AMOUNT_KINDS } from './kinds-amounts.ts';
import { BUDGET_KINDS } from './kinds-budget.ts';
import { MEMO_KINDS } from './kinds-memo.ts';
import { MESSAGE_KINDS } from './kinds-message.ts';
import { MINT_KINDS } from './kinds-mints.ts';
import { PROGRAM_KINDS } from './kinds-programs.ts';
import { SYSTEM_KINDS } from './kinds-system.ts';
import { TOKEN_KINDS } from './kinds-tokens.ts';
import { TRANSFER_KINDS } from './kinds-transfers.ts';
import { createWorld } from './world.ts';

/** Every kind, by what it is about. */
export const TOPICS = {
  transfers: TRANSFER_KINDS,
  amounts: AMOUNT_KINDS,
  'receivers and sources': ACCOUNT_KINDS,
  'mints and forms': MINT_KINDS,
  'rights to tokens': TOKEN_KINDS,
  'the wallet and rent': SYSTEM_KINDS,
  programs: PROGRAM_KINDS,
  memos: MEMO_KINDS,
  'budget and signers': BUDGET_KINDS,
  'the message': MESSAGE_KINDS,
} as const;
export const KINDS: readonly Kind[] = Object.values(TOPICS).flat();

export interface Row extends Found {
  kind: Kind;
  intent: string;
  node: 'honest' | 'lying';
  mode: Mode;
}

/** Hands every transaction of these kinds to the desk: for every intent, with either node, in these modes. */
export async function runHostile(kinds: readonly Kind[], modes: readonly Mode[] = MODES): Promise<Row[]> {
  const world = createWorld();
  const rows: Row[] = [];
  for (const kind of kinds) {
    for (const intent of CASES) {
      const handed = kind.build(intent);
      const isHonest = handed?.transaction === compiled(intent.honest) && !handed.expectation;
      if (!handed || isHonest) continue;
      for (const mode of modes) {
        const honest = await judge(world, intent, handed, { node: 'honest', mode });
        const lying = honest.wasAsked ? await judge(world, intent, handed, { node: 'lying', mode }) : honest;
        rows.push({ kind, intent: intent.name, node: 'honest', mode, ...honest });
        rows.push({ kind, intent: intent.name, node: 'lying', mode, ...lying });
      }
    }
  }
  return rows;
}

const flat = (words: string): string => words.replaceAll('\n', '; ');

/** "0.0009 SOL to a stranger × buy × lying node × live → asked: …" */
export const lineOf = ({ kind, intent, node, mode, outcome, words }: Row): string =>
  `${kind.name} × ${intent} × ${node} node × ${mode} → ${outcome}${words === '' ? '' : `: ${flat(words)}`}`;

/** Told of every sale of a token that the service alone names, be it honest. */
const ALWAYS = /that this is what you sell is said by the answer of the service alone/;

/** As if what is asked about an honest transaction as well had not been asked. */
export function besides<T extends Found>(found: T): T {
  if (found.outcome !== 'asked') return found;
  const lines = found.words.split('\n').filter((line) => !ALWAYS.test(line));
  return { ...found, words: lines.join('\n'), outcome: lines.length === 0 ? 'passed' : 'asked' };
}

/** Why a row is not as it must be; null for one that is. */
export function objectionTo(row: Row): string | null {
  const { kind, mode, outcome, words } = besides(row);
  if (mode === 'paper') return outcome === 'blocked' ? null : lineOf(row);
  if (outcome === 'passed') return kind.harm === 'none' ? null : lineOf(row);
  // Where nothing is configured, what is honest is asked about as well.
  if (mode === 'live, unknown' && kind.harm === 'none') return null;
  return outcome === 'asked' && !kind.danger.test(words) ? `no word of the danger: ${lineOf(row)}` : null;
}
