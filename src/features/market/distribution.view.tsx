import { formatProbability, type MicroUsd } from '@contract/money.ts';
import { useRef } from 'react';
import type { Bucket } from '@/domain/outcome-shape.ts';
import { cx } from '@/lib/cx.ts';
import { useWidth } from '@/lib/use-width.ts';

interface Props {
  buckets: readonly Bucket[];
  /** What is asked about, as it stands now; undefined where nobody tells. */
  now: { text: string; value: number } | undefined;
}

const percentOf = (chance: MicroUsd): string =>
  chance < 0n ? `−${formatProbability(-chance, true)}` : formatProbability(chance, true);

/** The same where a bar has little room. */
const briefly = (chance: MicroUsd): string => (chance < 0n ? '<0%' : formatProbability(chance));

/** The range that a value lies in; strikes belong to the range below them. */
const isIn = ({ from, to }: Bucket, value: number): boolean =>
  (from === undefined || value > from) && (to === undefined || value <= to);

/** Where a value stands within its range, 0 to 1; in the middle where the range has no end. */
const placeIn = ({ from, to }: Bucket, value: number): number =>
  from === undefined || to === undefined ? 0.5 : (value - from) / (to - from);

/** Pixels between two labels. */
const BETWEEN = 10;
/** Characters of a chance with its decimal. */
const EXACT_CHANCE = '12.5%'.length;

/** One strike in how many has its label, so that none lies on the next; widths in pixels. */
function labelStep(buckets: readonly Bucket[], width: number, character: number): number {
  const longest = Math.max(...buckets.map(({ strike }) => strike?.length ?? 0));
  return Math.max(1, Math.ceil((longest * character + BETWEEN) / (width / buckets.length)));
}

/** The chances that a ladder of strikes implies for the ranges between them, with the present value among them. */
export function Distribution({ buckets, now }: Props) {
  const levels = buckets.map(({ chance }) => (chance === null ? 0 : Number(chance) / 10_000));
  const [low, high] = [Math.min(0, ...levels), Math.max(1, ...levels)];
  const span = high - low;
  const width = 100 / buckets.length;
  const axis = useRef<HTMLDivElement>(null);
  const room = useWidth(axis);
  const ruler = useRef<HTMLSpanElement>(null);
  const character = useWidth(ruler);
  const isMeasured = room !== undefined && room > 0 && character !== undefined;
  const every = isMeasured ? labelStep(buckets, room, character) : buckets.length;
  const isExact = isMeasured && room / buckets.length >= EXACT_CHANCE * character + BETWEEN / 2;
  const holder = now && buckets.findIndex((one) => isIn(one, now.value));
  const home = holder === undefined ? undefined : buckets[holder];
  const isCrossed = buckets.some(({ chance }) => chance !== null && chance < 0n);
  const isPartly = buckets.some(({ chance }) => chance === null);
  return (
    <div className="absolute inset-0 flex flex-col px-3 pt-2 pb-1">
      <div aria-hidden className="relative mt-9 mb-1 min-h-32 flex-1">
        <div
          className="absolute inset-x-0 border-line-strong border-t"
          style={{ bottom: `${(-low / span) * 100}%` }}
        />
        {buckets.map(({ name, chance }, k) => {
          const level = levels[k] ?? 0;
          return (
            <div
              key={name}
              title={`${name}: ${chance === null ? 'not quoted' : percentOf(chance)}`}
              className="absolute inset-y-0"
              style={{ left: `${k * width}%`, width: `${width}%` }}
            >
              <div
                className={cx(
                  'bar absolute inset-x-px rounded-xs',
                  chance === null
                    ? 'border border-line border-dashed'
                    : level < 0
                      ? 'bg-danger-dim'
                      : 'bg-accent/60',
                )}
                style={
                  chance === null
                    ? { bottom: `${(-low / span) * 100}%`, height: '12px' }
                    : {
                        bottom: `${((Math.min(0, level) - low) / span) * 100}%`,
                        height: `${(Math.abs(level) / span) * 100}%`,
                      }
                }
              />
              <span
                className={cx(
                  'num absolute -inset-x-2 whitespace-nowrap text-center',
                  isExact ? 'text-xs' : 'text-2xs',
                  level < 0 ? 'text-danger' : 'text-muted',
                )}
                style={{ bottom: `calc(${((Math.max(0, level) - low) / span) * 100}% + 2px)` }}
              >
                {chance === null ? '–' : isExact ? percentOf(chance) : briefly(chance)}
              </span>
            </div>
          );
        })}
        {now && home && (
          <div
            className="absolute -top-5 bottom-0 border-accent border-l border-dashed"
            style={{ left: `${((holder ?? 0) + placeIn(home, now.value)) * width}%` }}
          >
            <span className="num absolute -top-3.5 left-0 -translate-x-1/2 whitespace-nowrap text-accent text-xs">
              Now {now.text}
            </span>
          </div>
        )}
      </div>
      <div ref={axis} aria-hidden className="relative h-5 shrink-0">
        <span ref={ruler} className="num absolute w-[1ch] text-xs" />
        {buckets.slice(1).map(
          ({ name, strike }, k) =>
            k % every === 0 && (
              <span
                key={name}
                data-testid="strike"
                className="num absolute -translate-x-1/2 whitespace-nowrap text-faint text-xs"
                style={{ left: `${(k + 1) * width}%` }}
              >
                {strike}
              </span>
            ),
        )}
      </div>
      <p className="text-faint text-xs">
        Differences of neighbouring strikes, by the middle of bid and ask.
        {isCrossed && ' Below zero two strikes contradict each other.'}
        {isPartly && ' Dashed: a strike is not quoted.'}
      </p>
      <table className="sr-only">
        <caption>Implied distribution{now && `, now ${now.text}`}</caption>
        <thead>
          <tr>
            <th scope="col">Range</th>
            <th scope="col">Chance</th>
          </tr>
        </thead>
        <tbody>
          {buckets.map((bucket) => (
            <tr key={bucket.name}>
              <td>
                {bucket.name}
                {bucket === home && ', now'}
              </td>
              <td>{bucket.chance === null ? 'not quoted' : percentOf(bucket.chance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
