import KeyRound from 'lucide-react/icons/key-round';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useRef } from 'react';
import { useNow } from '@/lib/clock.ts';
import { formatLeft } from '@/lib/time.ts';
import { Button } from '@/ui/button.tsx';
import { useFocusOnLeaving } from '@/ui/use-focus-on-leaving.ts';
import type { Session } from './session.ts';

const WORDS = {
  message: {
    what: 'Your wallet signs a short text.',
    sign: 'Sign in',
    other: 'Sign a transaction instead',
  },
  transaction: {
    what: 'This wallet signs no text, so it signs a transaction that only carries a memo. It is never sent.',
    sign: 'Sign in with a transaction',
    other: null,
  },
} as const;

function TimeLeft({ to }: { to: number }) {
  const left = to - useNow(30_000);
  return (
    <span className="num">{left > 3_600_000 ? `${Math.round(left / 3_600_000)} h` : formatLeft(left)}</span>
  );
}

/** Signing in as a step of its own: why, for how long, and again when it has run out. Nothing entered is lost by it. */
export function SessionView({ session }: { session: Session }) {
  const { state, expiresAt } = session;
  if (state === 'no-wallet') return null;
  if (state === 'cannot-sign') {
    return (
      <p className="border-line border-b px-3 py-2 text-warn">
        This wallet is watch-only: it cannot sign in or place orders.
      </p>
    );
  }
  if (state === 'signed-in') {
    return (
      <p className="flex items-center gap-1.5 border-line border-b px-3 py-2 text-muted text-xs">
        <ShieldCheck aria-hidden className="size-3.5 text-yes" />
        <span>Signed in</span>
        {expiresAt !== undefined && (
          <span className="ml-auto">
            <TimeLeft to={expiresAt} /> left
          </span>
        )}
      </p>
    );
  }
  return <SignIn session={session} />;
}

/** It goes once that is done. */
function SignIn({ session }: { session: Session }) {
  const { state, way, busy, problem } = session;
  const main = useRef<HTMLButtonElement>(null);
  /** Buttons that go with their press leave the focus to the one that stays. */
  const leaving = (press: () => void) => () => {
    press();
    main.current?.focus();
  };
  const lapsed = state === 'lapsed';
  const words = WORDS[way];
  return (
    <section
      ref={useFocusOnLeaving()}
      aria-label="Sign in"
      className={`flex flex-col gap-2 border-line border-b px-3 py-2.5 ${lapsed ? 'bg-warn-dim' : ''}`}
    >
      <p className="flex items-center gap-1.5 font-semibold" role={lapsed ? 'alert' : undefined}>
        <KeyRound aria-hidden className="size-3.5 shrink-0" />
        {lapsed ? 'Your sign-in has expired' : 'Sign in to trigger orders'}
      </p>
      <p className="text-muted text-sm">
        {lapsed
          ? 'What you have entered stays, and your orders go on. Sign in again to continue.'
          : `Trigger orders are executed while you are away, so the service has to know that the wallet is yours. ${words.what} It costs nothing, moves nothing, and lasts 24 hours or until this page is left.`}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button ref={main} variant="primary" busy={busy} onClick={() => session.signIn()}>
          {busy ? 'Check your wallet' : lapsed ? 'Sign in again' : words.sign}
        </Button>
        {busy && (
          <Button variant="ghost" size="sm" onClick={leaving(session.leave)}>
            Stop waiting
          </Button>
        )}
        {words.other !== null && !busy && (
          <Button variant="ghost" size="sm" onClick={leaving(() => session.signIn('transaction'))}>
            {words.other}
          </Button>
        )}
      </div>
      {problem !== null && (
        <p role="alert" className="text-danger text-sm">
          {problem}
        </p>
      )}
    </section>
  );
}
