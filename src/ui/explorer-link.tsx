import ExternalLink from 'lucide-react/icons/external-link';
import { useExplorer } from '@/config.ts';
import { addressUrl } from './explorer.ts';

interface Props {
  address: string;
  /** What is opened: "wallet", "vault". */
  what: string;
}

/** Opens an address in the explorer, where one is configured. */
export function ExplorerLink({ address, what }: Props) {
  const href = addressUrl(useExplorer(), address);
  if (!href) return null;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={`Open the ${what} in the explorer`}
      className="inline-flex size-6 items-center justify-center rounded-sm text-muted hover:text-text"
    >
      <ExternalLink aria-hidden className="size-3.5" />
      <span className="sr-only">Open the {what} in the explorer</span>
    </a>
  );
}
