import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { Market } from '@contract/prediction/market.ts';
import { useRef } from 'react';
import type { DiffPart } from '@/domain/rules.ts';
import { useServerNow } from '@/lib/clock.ts';
import { httpUrl } from '@/lib/dom.ts';
import { formatLocal, formatRelative, formatUtc } from '@/lib/time.ts';
import { Button } from '@/ui/button.tsx';

function Moment({ name, seconds }: { name: string; seconds: number | null }) {
  const now = useServerNow(1_000);
  if (seconds === null) return null;
  const at = seconds * 1_000;
  return (
    <div className="flex flex-wrap gap-x-3">
      <dt className="w-20 text-muted">{name}</dt>
      <dd className="flex flex-wrap gap-x-3">
        <span className="num">{formatLocal(at)}</span>
        <span className="num text-muted">{formatUtc(at)}</span>
        <span className="text-muted">{formatRelative(at, now)}</span>
      </dd>
    </div>
  );
}

/** What has changed since the rules were read; local Unix ms. */
export interface RulesChange {
  readAt: number;
  parts: readonly DiffPart[];
}

/** The rules are others than those that were read: what went, what came. */
function Changed({ readAt, parts, onRead }: RulesChange & { onRead: () => void }) {
  return (
    <section aria-label="Changed rules" className="rounded-md border border-warn/40 bg-warn-dim px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-semibold text-warn">
          The rules changed since you read them on <span className="num">{formatLocal(readAt)}</span>
        </p>
        <Button size="sm" className="ml-auto" onClick={onRead}>
          Mark as read
        </Button>
      </div>
      <p className="mt-2 whitespace-pre-line text-text">
        {parts.map(({ kind, text: part, key }) =>
          kind === 'same' ? (
            <span key={key} className="text-muted">
              {part}
            </span>
          ) : kind === 'gone' ? (
            <del key={key} className="text-muted decoration-no">
              {part}
            </del>
          ) : (
            <ins key={key} className="bg-yes-dim font-medium decoration-yes">
              {part}
            </ins>
          ),
        )}
      </p>
    </section>
  );
}

/** Where the market trades, and how that provider itself calls it; what it does not say is left out. */
function AtProvider({ market, provider }: { market: Market; provider: string }) {
  const facts = [
    ['Provider', provider],
    ['Line', market.sportsLine],
    ['Status', market.marketStatus],
    ['Address', market.marketCode],
    ['Market id', market.extMarketId],
    ['Event id', market.extEventId],
  ] as const;
  return (
    <dl aria-label="At the provider" className="flex flex-col gap-1">
      {facts.map(
        ([name, text]) =>
          text && (
            <div key={name} className="flex flex-wrap gap-x-3">
              <dt className="w-20 text-muted">{name}</dt>
              <dd className="wrap-anywhere min-w-0 flex-1">{text}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

interface Props {
  event: PredictionEvent;
  market: Market;
  outcome: string;
  /** Where the market trades, by its name. */
  provider: string;
  /** Paragraphs. */
  texts: readonly string[];
  change: RulesChange | null;
  onRead: () => void;
}

/** How the market is decided, and exactly when. */
export function Rules({ event, market, outcome, provider, texts, change, onRead }: Props) {
  const now = useServerNow(1_000);
  const closed = market.closeTime !== null && market.closeTime * 1_000 <= now;
  const pdf = httpUrl(event.rulesPdf);
  const heading = useRef<HTMLHeadingElement>(null);
  const read = () => {
    onRead();
    // What changed goes, and the button with it: the rules as they are now are to be read on.
    heading.current?.focus();
  };
  return (
    <div className="flex max-w-[78ch] flex-col gap-2.5 p-3.5 leading-relaxed">
      <h3 ref={heading} tabIndex={-1} className="font-semibold">
        {outcome}
      </h3>
      {change && <Changed {...change} onRead={read} />}
      {texts.length === 0 && <p className="text-muted">The provider gives no rules for this market.</p>}
      {texts.map((text) => (
        <p key={text} className="whitespace-pre-line text-muted">
          {text}
        </p>
      ))}
      <dl className="flex flex-col gap-1">
        <Moment name="Opened" seconds={market.openTime} />
        <Moment
          name={closed ? 'Closed' : market.status === 'open' ? 'Closes' : 'Close due'}
          seconds={market.closeTime}
        />
        <Moment name="Resolved" seconds={market.resolveAt} />
      </dl>
      <AtProvider market={market} provider={provider} />
      {pdf !== undefined && (
        <a
          href={pdf}
          target="_blank"
          rel="noopener noreferrer nofollow"
          referrerPolicy="no-referrer"
          className="w-max max-w-full text-accent hover:underline"
        >
          Full rules at {new URL(pdf).hostname} ↗
        </a>
      )}
    </div>
  );
}
