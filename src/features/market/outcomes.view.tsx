import type { Market } from '@contract/prediction/market.ts';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { EVENT_COLUMN_NAMES } from '@/domain/column-names.ts';
import { cx } from '@/lib/cx.ts';
import { fieldClass } from '@/ui/field.tsx';
import { Panel, PanelHeader, PanelTitle } from '@/ui/panel.tsx';
import { type MarketGroup, outcomeName } from './market-groups.ts';
import { MoreRow, OutcomeRow, type RowContext } from './outcome-rows.view.tsx';

/** From so many outcomes on there is a box to find one by its name. */
const FILTERED_FROM = 12;
/** Of a long field so many have both their prices; so few more are no rest. */
const IN_FULL = 12;
const LEAST_REST = 4;

/** Leads the focus from one outcome to the next, and from the box into the list. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const names = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-outcome]')];
  const row = event.target instanceof Element ? event.target.closest('li') : null;
  const at = names.findIndex((name) => row?.contains(name) === true);
  const isTyping = event.target instanceof HTMLInputElement;
  const goal: Record<string, number | undefined> = {
    ArrowDown: at + 1,
    ArrowUp: isTyping ? undefined : Math.max(0, at - 1),
    Home: isTyping ? undefined : 0,
    End: isTyping ? undefined : names.length - 1,
  };
  const next = goal[event.key];
  if (next === undefined || !names[next]) return;
  event.preventDefault();
  names[next].focus();
}

/** Scrolls the list, never the page, to the outcome that is selected: nobody trades what they do not see. */
function useSelectedInList(list: RefObject<HTMLElement | null>, selected: string | undefined): void {
  useEffect(() => {
    const box = list.current;
    if (!box || selected === undefined) return;
    // An observer is called when the layout is done: reading it in the effect would force one.
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      const at = box.querySelector('[aria-current=true]')?.closest('li')?.getBoundingClientRect();
      const { top, bottom, height } = box.getBoundingClientRect();
      if (at && (at.top < top || at.bottom > bottom))
        box.scrollTop += at.top - top - (height - at.height) / 2;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [list, selected]);
}

/**
 * The present price on the border between two strikes. It comes later than they do: it takes no room there, so that nothing
 * moves under a press. Above the first one there is no border to stand on.
 */
const NowLine = ({ text, isFirst = false }: { text: string; isFirst?: boolean }) => (
  <li className={isFirst ? 'border-line border-b' : 'pointer-events-none relative h-0'}>
    <div
      className={cx(
        'num flex items-center gap-2 px-3 text-accent text-xs leading-4',
        !isFirst && '-translate-y-1/2 absolute inset-x-0 top-0',
      )}
    >
      <span aria-hidden className="h-px flex-1 bg-accent/50" />
      <span className="rounded-xs bg-panel px-1">Now {text}</span>
      <span aria-hidden className="h-px flex-1 bg-accent/50" />
    </div>
  </li>
);

interface Props {
  main: readonly Market[];
  more: readonly MarketGroup[];
  row: RowContext;
  /** They are ranked by chance: those at the end matter least. */
  ranked: boolean;
  /** Where the present price stands among strikes or ranges. */
  now: { text: string; at: number; within: boolean } | undefined;
  className?: string;
}

/** The event's outcomes with both prices, and its other markets by kind. */
export function Outcomes({ main, more, row, ranked, now, className }: Props) {
  const [words, setWords] = useState('');
  const list = useRef<HTMLDivElement>(null);
  useSelectedInList(list, row.selected);
  const box = useId();
  const total = main.length + more.reduce((sum, group) => sum + group.markets.length, 0);
  const wanted = words.trim().toLowerCase();
  const isFound = (market: Market): boolean => outcomeName(market).toLowerCase().includes(wanted);
  const cut = ranked && main.length >= IN_FULL + LEAST_REST ? IN_FULL : main.length;
  const groups: MarketGroup[] = [
    ...(cut < main.length ? [{ key: '/rest', label: 'The rest', markets: main.slice(cut) }] : []),
    ...more,
  ]
    .map((group) => ({ ...group, markets: group.markets.filter(isFound) }))
    .filter(({ markets }) => markets.length > 0);
  const shown = main.slice(0, cut).filter(isFound);
  const line = wanted === '' && now?.within === false ? now : undefined;
  return (
    <Panel aria-label="Outcomes" className={className} onKeyDown={moveAlong}>
      <PanelHeader>
        <PanelTitle>Outcomes</PanelTitle>
        {total >= FILTERED_FROM && (
          <span className={`${fieldClass(false)} h-7 min-w-0 flex-1`}>
            <label htmlFor={box} className="sr-only">
              Find an outcome
            </label>
            <input
              id={box}
              type="search"
              value={words}
              placeholder="Find"
              autoComplete="off"
              onChange={({ target }) => {
                setWords(target.value);
                list.current?.scrollTo({ top: 0 });
              }}
              className="w-full min-w-0 bg-transparent px-2 font-normal text-sm outline-none"
            />
          </span>
        )}
        <span className="num font-normal text-faint">{main.length}</span>
        {row.moveOf && main.some(({ status }) => status === 'open') && (
          <span
            title="Points in the last 24 hours, or since trading began"
            className="ml-auto shrink-0 font-normal text-faint text-xs"
          >
            {EVENT_COLUMN_NAMES.day}
          </span>
        )}
      </PanelHeader>
      <div ref={list} className="scroll-thin min-h-0 flex-1 overflow-y-auto">
        <ul>
          {shown.map((market, index) => [
            line?.at === index && <NowLine key="now" text={line.text} isFirst={index === 0} />,
            <OutcomeRow
              key={market.marketId}
              market={market}
              row={row}
              now={now?.within && main[now.at] === market ? now.text : undefined}
            />,
          ])}
          {line && line.at >= shown.length && <NowLine text={line.text} />}
        </ul>
        {shown.length + groups.length === 0 && <p className="p-3 text-muted">No outcome matches.</p>}
        {groups.map((group) => (
          <section key={group.key} aria-label={group.label}>
            <h3 className="flex justify-between border-line border-t border-b px-3 py-2 font-semibold">
              {group.label} <span className="num font-normal text-faint">{group.markets.length}</span>
            </h3>
            <ul>
              {group.markets.map((market) => (
                <MoreRow key={market.marketId} market={market} row={row} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Panel>
  );
}
