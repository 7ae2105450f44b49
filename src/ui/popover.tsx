import * as Radix from 'radix-ui/popover';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { cx } from '@/lib/cx.ts';

const floatingClass =
  'z-50 animate-pop-in rounded-panel border border-line-strong bg-panel shadow-float focus:outline-none';

interface Props extends Pick<ComponentProps<typeof Radix.Root>, 'open' | 'onOpenChange'> {
  /** Names the layer for screen readers. */
  label: string;
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  className?: string;
}

/** A small layer beside the button that opens it. */
export const Popover = ({ label, trigger, children, align = 'end', className, ...root }: Props) => (
  <Radix.Root {...root}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        aria-label={label}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className={cx(floatingClass, 'p-3', className)}
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
