import { cx } from '@/lib/cx.ts';

/** A place held for what is coming: give it the size of the real thing. Hidden from screen readers. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx('block animate-pulse-soft rounded-sm bg-raised', className)} />
);

/** Says once that a region is loading, around skeletons. */
export const LoadingNote = ({ what }: { what: string }) => (
  <span role="status" className="sr-only">
    Loading {what}
  </span>
);
