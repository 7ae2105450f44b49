import { shortKey } from '@contract/ids.ts';
import type { Token } from '@contract/tokens/token.ts';
import { plainName } from '@/domain/sanitize.ts';
import { formatCount } from '@/domain/token-text.ts';
import { factsOf, linksOf, startOf } from '@/domain/tokens.ts';
import { cx } from '@/lib/cx.ts';
import { formatLocal } from '@/lib/time.ts';
import { ExplorerLink } from '@/ui/explorer-link.tsx';
import { KeyValue, KeyValues } from '@/ui/key-value.tsx';
import { Absent } from '@/ui/price.tsx';
import { Authority, count, Flagged, share } from './token-cells.view.tsx';
import { AUTHORITY_WORDS, LINK_NAMES } from './tokens-labels.ts';

/** What is known of who can do what to a token, and who owns it. */
export function AuditList({ token }: { token: Token }) {
  const { mintGivenUp, freezeGivenUp, flagged } = factsOf(token);
  const line = (of: 'mint' | 'freeze', fact: typeof mintGivenUp, authority: string | null) => (
    <li className="flex items-center gap-2">
      <span aria-hidden className="inline-flex">
        <Authority of={of} fact={fact} />
      </span>
      <span className={cx(fact === 'no' && 'text-warn')}>{AUTHORITY_WORDS[of][fact]}</span>
      {authority && (
        <span
          className="num ml-auto inline-flex items-center text-faint text-xs"
          title={plainName(authority, 60)}
        >
          {plainName(shortKey(authority), 12)}
          <ExplorerLink address={authority} what="authority" />
        </span>
      )}
    </li>
  );
  const { audit } = token;
  return (
    <>
      <ul className="flex flex-col gap-1 py-1">
        {line('mint', mintGivenUp, token.mintAuthority)}
        {line('freeze', freezeGivenUp, token.freezeAuthority)}
        {flagged && (
          <li className="flex items-center gap-2 text-danger">
            <Flagged />
            <span aria-hidden>Flagged as suspicious</span>
          </li>
        )}
      </ul>
      <KeyValues>
        <KeyValue name="Top holders">{share(audit?.topHoldersPercentage)}</KeyValue>
        <KeyValue name="Developer holdings">{share(audit?.devBalancePercentage)}</KeyValue>
        <KeyValue name="Tokens by this developer">{count(audit?.devMints ?? null, 'Not known')}</KeyValue>
      </KeyValues>
      <p className="mt-1 text-faint text-xs">
        {token.isVerified ? 'Verified by the listing; mint and freeze rights are another matter. ' : ''}
        What is not known is not safe.
      </p>
    </>
  );
}

/** Links one may follow, and how many were left out. */
export function LinkList({ token }: { token: Token }) {
  const { links, refused } = linksOf(token);
  return (
    <>
      <ul>
        {links.map(({ kind, href, domain }) => (
          <li key={kind} className="flex justify-between gap-4 py-[3px]">
            <span className="text-muted">{LINK_NAMES[kind]}</span>
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer nofollow"
              title={href}
              className="min-w-0 truncate underline underline-offset-2"
            >
              {domain}
            </a>
          </li>
        ))}
      </ul>
      {links.length === 0 && refused === 0 && <p className="text-muted">None given.</p>}
      {refused > 0 && (
        <p className="text-warn">
          {refused === 1 ? 'One link is' : `${refused} links are`} left out: no ordinary web address.
        </p>
      )}
    </>
  );
}

const instant = (seconds: number | null) =>
  seconds === null ? <Absent reason="Unknown" /> : formatLocal(seconds * 1_000);
const key = (text: string | null) =>
  text === null || text === '' ? (
    <Absent reason="Unknown" />
  ) : (
    <span className="inline-flex items-center" title={plainName(text, 60)}>
      {plainName(shortKey(text), 12)}
      <ExplorerLink address={text} what="account" />
    </span>
  );

/** Where a token comes from. */
export const Origin = ({ token }: { token: Token }) => (
  <KeyValues>
    <KeyValue name="First pool">{instant(startOf(token))}</KeyValue>
    <KeyValue name="Pool">{key(token.firstPool?.id ?? null)}</KeyValue>
    <KeyValue name="Launchpad">
      {token.launchpad === null ? <Absent reason="None or unknown" /> : plainName(token.launchpad, 24)}
    </KeyValue>
    {token.graduatedAt !== null && <KeyValue name="Graduated">{instant(token.graduatedAt)}</KeyValue>}
    <KeyValue name="Developer">{key(token.dev)}</KeyValue>
    <KeyValue name="Supply">
      {token.totalSupply === null ? <Absent reason="Unknown" /> : formatCount(token.totalSupply)}
    </KeyValue>
    <KeyValue name="Token program">{key(token.tokenProgram)}</KeyValue>
    <KeyValue name="Decimals">{count(token.decimals, 'Unknown')}</KeyValue>
    {token.tags.length > 0 && (
      <KeyValue name="Tags">{token.tags.map((tag) => plainName(tag, 20)).join(', ')}</KeyValue>
    )}
    <KeyValue name="Updated">{instant(token.updatedAt)}</KeyValue>
  </KeyValues>
);
