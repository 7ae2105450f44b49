import * as Radix from 'radix-ui/tabs';
import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx.ts';
import { useSelectedInSight } from './use-selected-in-sight.ts';

/** Tabs with arrow keys. `Tabs` holds `TabList` of `Tab`s and one `TabPanel` a value. */
export const Tabs = (props: ComponentProps<typeof Radix.Root>) => <Radix.Root {...props} />;

interface TabListProps extends ComponentProps<typeof Radix.List> {
  /** Kept in sight where there is no room for all of them. */
  selected: string;
}
export function TabList({ className, selected, ...rest }: TabListProps) {
  const ref = useSelectedInSight<HTMLDivElement>(selected);
  return (
    <Radix.List ref={ref} className={cx('scroll-none flex gap-0.5 overflow-x-auto', className)} {...rest} />
  );
}

interface TabProps extends ComponentProps<typeof Radix.Trigger> {
  /** Shown behind the label in figures. */
  count?: number | undefined;
}
export const Tab = ({ className, children, count, ...rest }: TabProps) => (
  <Radix.Trigger
    className={cx(
      'flex h-7 shrink-0 items-center gap-2 whitespace-nowrap rounded-sm px-2.5 font-medium text-muted',
      'transition-colors duration-100 hover:text-text focus-visible:-outline-offset-2',
      'data-[state=active]:bg-raised data-[state=active]:text-text',
      className,
    )}
    {...rest}
  >
    {children}
    {count !== undefined && <span className="num text-muted text-xs">{count}</span>}
  </Radix.Trigger>
);

export const TabPanel = ({ className, ...rest }: ComponentProps<typeof Radix.Content>) => (
  <Radix.Content className={cx('focus-visible:-outline-offset-2', className)} {...rest} />
);
