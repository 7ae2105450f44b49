import { microContracts, microUsd } from '@contract/money.ts';
import type { Orderbook } from '@contract/prediction/orderbook.ts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { buildLadder, type Ladder } from '@/domain/book.ts';
import { LadderView } from '@/features/market/ladder.view.tsx';
import '@/app/theme.css';

const LEVELS = 20;

/** Reproducible, so that two runs draw the same. */
let state = 0x2f6e2b1;
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}
const size = () => microContracts(BigInt(1 + Math.floor(random() * 20_000)) * 1_000_000n);

/** 20 bids on each side, one cent apart; the mid at 50¢. */
const sizes = {
  yes: Array.from({ length: LEVELS }, size),
  no: Array.from({ length: LEVELS }, size),
};
function book(): Orderbook {
  const side = (of: typeof sizes.yes) =>
    of.map((quantity, i) => ({ price: microUsd(290_000n + BigInt(i) * 10_000n), size: quantity }));
  return { yes: [], no: [], yes_dollars: side(sizes.yes), no_dollars: side(sizes.no) };
}

/** Changes `share` of all levels, deep and near alike. */
function change(share: number): void {
  for (const side of [sizes.yes, sizes.no]) {
    for (let i = 0; i < LEVELS; i++) if (random() < share) side[i] = size();
  }
}

let show: (ladder: Ladder) => void = () => undefined;
let last = buildLadder(book(), 'yes', 10_000n);

function Page() {
  const [ladder, setLadder] = useState(last);
  show = setLadder;
  return (
    <div style={{ width: 308, height: 960, display: 'flex' }}>
      <LadderView
        ladder={ladder}
        stale={false}
        age={<span>now</span>}
        onPick={() => undefined}
        onCancelAt={() => undefined}
      />
    </div>
  );
}

const root = document.createElement('div');
document.body.append(root);
flushSync(() => createRoot(root).render(<Page />));

const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

declare global {
  interface Window {
    /**
     * Runs `updates`, one every few frames, each changing `share` of the levels.
     * @returns milliseconds of every update, from the new book to a page laid out anew.
     */
    runLadder: (updates: number, share: number) => Promise<number[]>;
  }
}

window.runLadder = async (updates, share) => {
  const times: number[] = [];
  for (let i = 0; i < updates; i++) {
    change(share);
    const next = book();
    for (let frames = 0; frames < 3; frames++) await frame();
    const start = performance.now();
    last = buildLadder(next, 'yes', 10_000n, last);
    flushSync(() => show(last));
    root.getBoundingClientRect();
    times.push(performance.now() - start);
  }
  const rows = document.querySelectorAll('[data-row]').length;
  if (rows !== LEVELS * 2) throw new Error(`the ladder has ${rows} rows`);
  return times;
};
