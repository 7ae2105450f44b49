import type { Token } from '@contract/tokens/token.ts';
import type { LucideIcon } from 'lucide-react';
import AtSign from 'lucide-react/icons/at-sign';
import Globe from 'lucide-react/icons/globe';
import LinkIcon from 'lucide-react/icons/link';
import MessageCircle from 'lucide-react/icons/message-circle';
import Send from 'lucide-react/icons/send';
import { type LinkKind, linksOf } from '@/domain/tokens.ts';
import { LINK_NAMES } from './tokens-labels.ts';

const LINKS_SHOWN = 3;
const ICONS: Record<LinkKind, LucideIcon> = {
  website: Globe,
  twitter: AtSign,
  telegram: Send,
  discord: MessageCircle,
  instagram: LinkIcon,
  tiktok: LinkIcon,
  otherUrl: LinkIcon,
};

/** Links of a token: only those one may follow, with where they lead. */
export function Links({ token }: { token: Token }) {
  const { links, refused } = linksOf(token);
  return (
    <span className="flex h-4 items-center gap-1">
      {links.slice(0, LINKS_SHOWN).map(({ kind, href, domain }) => {
        const Icon = ICONS[kind];
        return (
          <a
            key={kind}
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            title={`${LINK_NAMES[kind]}: ${domain}`}
            className="rounded-xs text-muted hover:text-text"
          >
            <Icon aria-hidden className="size-3.5" />
            <span className="sr-only">
              {LINK_NAMES[kind]}, {domain}
            </span>
          </a>
        );
      })}
      {links.length > LINKS_SHOWN && (
        <span className="text-2xs text-faint">+{links.length - LINKS_SHOWN}</span>
      )}
      {links.length === 0 && (
        <span className="text-2xs text-faint">{refused > 0 ? 'suspicious link' : 'no links'}</span>
      )}
    </span>
  );
}
