import { ROW_HEIGHT } from './row-height.ts';
import { LoadingNote, Skeleton } from './skeleton.tsx';

const LINES = Array.from({ length: 12 }, (_, index) => `line-${index}`);

/** Heading and lines of a table of `ROW_HEIGHT`, while nothing is known yet. */
export const RowsSkeleton = ({ what }: { what: string }) => (
  <div>
    <LoadingNote what={what} />
    <div className="flex h-[31px] items-center border-line border-b px-3">
      <Skeleton className="h-3 w-16" />
    </div>
    {LINES.map((line) => (
      <div
        key={line}
        className="flex items-center border-line border-b px-3 last:border-b-0"
        style={{ height: ROW_HEIGHT }}
      >
        <Skeleton className="h-[33px] w-full" />
      </div>
    ))}
  </div>
);
