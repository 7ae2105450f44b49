import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx.ts';

/** A real table that scrolls sideways inside its panel. `caption` names it for screen readers. */
export function Table({
  caption,
  className,
  children,
  ...rest
}: ComponentProps<'table'> & { caption: string }) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="scroll-thin relative overflow-x-auto focus-visible:-outline-offset-2"
    >
      <table className={cx('w-full border-collapse text-sm', className)} {...rest}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

type Align = 'left' | 'right' | 'center';
const ALIGN: Record<Align, string> = { left: 'text-left', right: 'text-right', center: 'text-center' };

interface CellProps {
  align?: Align;
  /** Left out below this width. */
  from?: 'md' | 'lg' | 'xl' | '90rem';
}
const FROM = {
  md: 'max-md:hidden',
  lg: 'max-lg:hidden',
  xl: 'max-xl:hidden',
  '90rem': 'max-[90rem]:hidden',
} as const;

export const Th = ({
  align = 'right',
  from,
  className,
  ...rest
}: Omit<ComponentProps<'th'>, 'align'> & CellProps) => (
  <th
    scope="col"
    className={cx(
      'whitespace-nowrap border-line border-b px-3 py-[7px] font-medium text-faint text-xs',
      ALIGN[align],
      from && FROM[from],
      className,
    )}
    {...rest}
  />
);

/** The head of a column of buttons: for screen readers alone. */
export const ActionTh = () => (
  <Th>
    <span className="sr-only">Action</span>
  </Th>
);

export const Tr = ({ className, ...rest }: ComponentProps<'tr'>) => (
  <tr
    className={cx(
      'border-line border-b transition-[background-color] duration-100 last:border-b-0 hover:bg-raised',
      className,
    )}
    {...rest}
  />
);

/** `num` sets the cell in figures. */
export const Td = ({
  align = 'right',
  from,
  num,
  className,
  ...rest
}: Omit<ComponentProps<'td'>, 'align'> & CellProps & { num?: boolean }) => (
  <td
    className={cx('whitespace-nowrap px-3 py-2', ALIGN[align], num && 'num', from && FROM[from], className)}
    {...rest}
  />
);

/**
 * Holds the place of lines that are not drawn, `height` in pixels. One cell: a span over columns that are hidden would
 * bring them back.
 */
export const Spacer = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr aria-hidden>
      <td style={{ height, padding: 0 }} />
    </tr>
  ) : null;
