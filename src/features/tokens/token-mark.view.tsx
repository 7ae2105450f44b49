import type { Token } from '@contract/tokens/token.ts';
import { safeIcon } from '@/domain/sanitize.ts';
import { namesOf } from '@/domain/tokens.ts';
import { Mark } from '@/ui/mark.tsx';

interface Props {
  token: Token;
  /** Whether pictures of others are fetched at all. */
  pictures: boolean;
  /** Pixels. */
  size: number;
}

/** The picture of a token, made safe to show. */
export const TokenMark = ({ token, pictures, size }: Props) => (
  <Mark
    id={token.id}
    name={namesOf(token).symbol}
    imageUrl={pictures ? safeIcon(token.icon) : undefined}
    size={size}
    round
  />
);
