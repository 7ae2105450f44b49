import Search from 'lucide-react/icons/search';
import { useEffect, useState } from 'react';
import { MAX_WORDS } from '@/domain/token-filter-fields.ts';
import { fieldClass } from '@/ui/field.tsx';

interface Props {
  /** As the address has them. */
  words: string | undefined;
  onWords: (words: string | undefined) => void;
}

/**
 * Words that narrow the listing. While they are typed the field holds them by itself: the address has them a moment
 * later, and without the space after a word that the next one needs.
 */
export function SearchField({ words, onWords }: Props) {
  const [typed, setTyped] = useState<string>();
  useEffect(() => {
    const forget = () => setTyped(undefined);
    // Back and Forward by key leave the field its focus.
    window.addEventListener('popstate', forget);
    return () => window.removeEventListener('popstate', forget);
  }, []);
  return (
    <div className={`${fieldClass(false)} max-sm:flex-1`}>
      <Search aria-hidden className="ml-2.5 size-3.5 shrink-0 text-faint" />
      <input
        type="search"
        aria-label="Search tokens"
        placeholder="Symbol, name, address"
        autoComplete="off"
        maxLength={MAX_WORDS}
        value={typed ?? words ?? ''}
        onChange={({ target: { value } }) => {
          setTyped(value);
          onWords(value.trim() || undefined);
        }}
        onBlur={() => setTyped(undefined)}
        className="h-[30px] w-full min-w-0 bg-transparent px-2 outline-none sm:w-48"
      />
    </div>
  );
}
