import { type Token, token } from '@contract/tokens/token.ts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { addTokens, type SeenToken } from '@/domain/tokens.ts';
import { TokenTable } from '@/features/tokens/token-table.view.tsx';
import { useCopycats } from '@/features/tokens/use-copycats.ts';
import { setServerClock } from '@/lib/clock.ts';
import '@/app/theme.css';

const ROWS = 1_000;
const START = 1_800_000_000;

/** Reproducible, so that two runs draw the same. */
let state = 0x2f6e2b1;
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}
const statsOf = () => ({
  priceChange: random() * 200 - 100,
  buyVolume: random() * 10_000,
  sellVolume: random() * 10_000,
});
let now = START;
function tokenAt(index: number): Token {
  return token.parse({
    id: `Mint${index}`,
    name: `Token number ${index}`,
    symbol: `TOK${index}`,
    website: `https://token-${index}.example`,
    twitter: `https://social.example/${index}`,
    launchpad: 'orbitpad',
    firstPool: { id: 'pool', createdAt: new Date((START - index * 5) * 1_000).toISOString() },
    audit: { mintAuthorityDisabled: true, freezeAuthorityDisabled: index % 3 > 0 },
    usdPrice: random() / 10_000,
    mcap: random() * 100_000,
    liquidity: random() * 20_000,
    holderCount: Math.floor(random() * 900),
    organicScore: random() * 100,
    stats5m: statsOf(),
    stats1h: statsOf(),
    stats6h: statsOf(),
    stats24h: statsOf(),
    updatedAt: new Date(now * 1_000).toISOString(),
  });
}

setServerClock(START * 1_000);
const KNOWN = ['sol'];
const NONE_HIDDEN: readonly never[] = [];
let seen: SeenToken[] = addTokens(
  [],
  Array.from({ length: ROWS }, (_, index) => tokenAt(index)),
  START * 1_000,
);
let show: (next: SeenToken[]) => void = () => undefined;

const stay = () => undefined;

function Page() {
  const [all, setAll] = useState(seen);
  show = setAll;
  const copies = useCopycats(all, KNOWN);
  return (
    <TokenTable
      listKey="all"
      rows={all}
      copies={copies}
      hidden={NONE_HIDDEN}
      sort="age"
      direction="asc"
      onSort={stay}
      sparkOf={undefined}
      onOpen={stay}
      onTrigger={stay}
      pictures={false}
      leftBefore={0}
    />
  );
}

/** Height of what the desk has above the table, pixels. */
const SHELL = 149;
const root = document.createElement('div');
root.style.paddingTop = `${SHELL}px`;
document.body.append(root);
flushSync(() => createRoot(root).render(<Page />));

const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

declare global {
  interface Window {
    /**
     * Runs `updates`, one every few frames, each renewing the `changed` newest rows.
     * @returns milliseconds of every update, from a parsed answer to a page laid out anew.
     */
    runTokens: (updates: number, changed: number) => Promise<number[]>;
  }
}

window.runTokens = async (updates, changed) => {
  const times: number[] = [];
  for (let i = 0; i < updates; i++) {
    now += 4;
    const answer = Array.from({ length: changed }, (_, index) => tokenAt(index));
    for (let frames = 0; frames < 3; frames++) await frame();
    const start = performance.now();
    seen = addTokens(seen, answer, now * 1_000);
    flushSync(() => show(seen));
    root.getBoundingClientRect();
    times.push(performance.now() - start);
  }
  const drawn = document.querySelectorAll('[data-token]').length;
  if (seen.length !== ROWS || drawn < 15)
    throw new Error(`the table has ${seen.length} rows, ${drawn} drawn`);
  return times;
};
