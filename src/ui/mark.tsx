import { type CSSProperties, useState } from 'react';
import { cx } from '@/lib/cx.ts';
import { httpUrl } from '@/lib/dom.ts';
import { CategoryGlyph } from './category-glyph.tsx';

/** Hue from an id (FNV-1a): the same everywhere, neighbours apart. */
export function hueOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % 360;
}

const SMALL_WORDS = new Set([
  'a',
  'an',
  'and',
  'at',
  'by',
  'for',
  'in',
  'of',
  'on',
  'or',
  'the',
  'to',
  'vs',
  'will',
]);

/** One or two letters that stand for a name: "Fed decision in December?" → "FD". */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !SMALL_WORDS.has(word.toLowerCase()));
  const [first = '', second = ''] = telling.length > 0 ? telling : words;
  const letters = [...first].slice(0, 1).concat([...second].slice(0, 1));
  return letters.join('').toUpperCase();
}

interface Props {
  id: string;
  name: string;
  imageUrl?: string | null | undefined;
  category?: string | undefined;
  /** Pixels. */
  size?: number;
  /** A person or a team rather than an event. */
  round?: boolean;
}

/** A picture, or in its absence and when it fails to load: initials, a hue from the id, the category's glyph. */
export function Mark({ id, name, imageUrl, category, size = 34, round = false }: Props) {
  const url = httpUrl(imageUrl);
  const [failed, setFailed] = useState<string>();
  const pictured = url !== undefined && url !== failed;
  const style: CSSProperties & Record<'--hue', number> = {
    '--hue': hueOf(id),
    width: size,
    height: size,
    fontSize: Math.round(size * 0.36),
  };
  return (
    <span
      aria-hidden
      style={style}
      className={cx(
        'mark relative inline-flex shrink-0 select-none items-center justify-center font-bold leading-none tracking-tight',
        round ? 'rounded-full' : size < 28 ? 'rounded-sm' : 'rounded-md',
      )}
    >
      {initialsOf(name)}
      {category && size >= 30 && !pictured && (
        <span className="absolute -right-1 -bottom-1 flex size-4 items-center justify-center rounded-full bg-panel text-muted">
          <CategoryGlyph category={category} className="size-2.5" />
        </span>
      )}
      {pictured && (
        <img
          src={url}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          draggable={false}
          className="absolute inset-0 size-full rounded-[inherit] bg-raised object-cover"
          onError={() => setFailed(url)}
        />
      )}
    </span>
  );
}
