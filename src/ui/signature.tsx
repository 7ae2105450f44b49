import { shortKey } from '@contract/ids.ts';
import { useConfig } from '@/config.ts';
import { CopyButton } from './copy-button.tsx';
import { transactionUrl } from './explorer.ts';
import { Absent } from './price.tsx';

/** A transaction signature: copied, and opened in the explorer where one is configured. */
export function SignatureCell({ signature }: { signature: string }) {
  const { explorer } = useConfig();
  if (signature === '') return <Absent reason="No transaction of its own" />;
  const href = transactionUrl(explorer, signature);
  return (
    <span className="inline-flex items-center gap-0.5">
      {href ? (
        <a
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          title={signature}
          className="num text-accent text-xs underline-offset-2 hover:underline"
        >
          {shortKey(signature)}
          <span aria-hidden> ↗</span>
          <span className="sr-only"> in the explorer</span>
        </a>
      ) : (
        <span className="num text-muted text-xs" title={signature}>
          {shortKey(signature)}
        </span>
      )}
      <CopyButton text={signature} what="signature" />
    </span>
  );
}
