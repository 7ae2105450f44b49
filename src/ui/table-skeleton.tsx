import { LoadingNote, Skeleton } from './skeleton.tsx';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Rows in the height of a table's, while nothing is known yet. */
export const TableSkeleton = ({ what }: { what: string }) => (
  <div>
    <LoadingNote what={what} />
    <div className="flex h-[31px] items-center border-line border-b px-3">
      <Skeleton className="h-3 w-16" />
    </div>
    {ROWS.map((row) => (
      <div key={row} className="flex h-[43px] items-center gap-6 border-line border-b px-3 last:border-b-0">
        <Skeleton className="h-3.5 w-[38%]" />
        <span className="flex-1" />
        <Skeleton className="h-3.5 w-14 max-md:hidden" />
        <Skeleton className="h-3.5 w-14 max-md:hidden" />
        <Skeleton className="h-3.5 w-16" />
        <Skeleton className="h-[26px] w-14" />
      </div>
    ))}
  </div>
);
