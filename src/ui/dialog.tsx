import X from 'lucide-react/icons/x';
import * as Radix from 'radix-ui/dialog';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import { cx } from '@/lib/cx.ts';
import { IconButton } from './icon-button.tsx';

interface LayerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Read with the title; shown below it. */
  description?: ReactNode;
  /** Keeps the heading for screen readers only; the content then brings its own way to close. */
  hideTitle?: boolean;
  children: ReactNode;
  className?: string;
  footer?: ReactNode;
  /** Above the heading: what the layer is drawn by. */
  handle?: ReactNode;
  style?: CSSProperties;
}

/** Toasts float above every layer and tell of what it does: a press on one does not leave the layer. */
const onToast = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('[data-sonner-toaster]') !== null;

/**
 * Gives the focus back to where it was when the layer opened; to the page when that is gone or can no longer take
 * it, as the button of a row that has been dealt with. The library does so only for layers that own a trigger.
 */
function useReturnFocus() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const target = before.current;
      if (target instanceof HTMLElement && target !== document.body) target.focus({ preventScroll: true });
      if (document.activeElement === document.body) document.querySelector('main')?.focus();
    },
  };
}

/** What dialogs and sheets are made of; `className` says where it stands. */
export function Layer({
  open,
  onOpenChange,
  title,
  description,
  hideTitle = false,
  children,
  className,
  footer,
  handle,
  style,
}: LayerProps) {
  const focus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          data-modal=""
          {...focus}
          className={cx(
            'fixed z-50 flex flex-col overflow-hidden border border-line-strong bg-panel shadow-float focus:outline-none',
            className,
          )}
          {...(style ? { style } : {})}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onInteractOutside={(event) => {
            if (onToast(event)) event.preventDefault();
          }}
        >
          {handle}
          <div
            className={cx('flex items-start gap-3 px-4 pb-3', !handle && 'pt-3.5', hideTitle && 'sr-only')}
          >
            <div className="min-w-0 flex-1">
              <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-0.5 text-muted">{description}</Radix.Description>
              )}
            </div>
            {!hideTitle && (
              <Radix.Close asChild>
                <IconButton label="Close" icon={X} className="-mt-1 -mr-1.5" />
              </Radix.Close>
            )}
          </div>
          <div className="scroll-thin min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-4">
            {children}
          </div>
          {footer !== undefined && (
            <div className="flex flex-wrap justify-end gap-2 border-line border-t px-4 py-3">{footer}</div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const SHEET =
  'max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[92dvh] max-md:rounded-t-lg max-md:border-x-0 max-md:border-b-0 max-md:pb-[env(safe-area-inset-bottom)] max-md:data-[state=open]:animate-sheet-in max-md:data-[state=closed]:animate-sheet-out';

const WIDTHS = { sm: 'md:w-[380px]', md: 'md:w-[480px]', lg: 'md:w-[680px]' } as const;

/** A dialog in the middle of the page; on phones a sheet from below. Focus is trapped and returned. */
export const Dialog = ({
  className,
  width = 'md',
  ...rest
}: LayerProps & { width?: keyof typeof WIDTHS }) => (
  <Layer
    className={cx(
      SHEET,
      'md:top-[12vh] md:left-1/2 md:max-h-[76vh] md:-translate-x-1/2 md:rounded-panel',
      'md:data-[state=closed]:animate-fade-out md:data-[state=open]:animate-fade-in',
      WIDTHS[width],
      className,
    )}
    {...rest}
  />
);

/** A sheet: from below on phones, from the right edge elsewhere. */
export const Sheet = ({ className, ...rest }: LayerProps) => (
  <Layer
    className={cx(
      SHEET,
      'md:inset-y-0 md:right-0 md:w-[400px] md:border-y-0 md:border-r-0',
      'md:data-[state=closed]:animate-drawer-out md:data-[state=open]:animate-drawer-in',
      className,
    )}
    {...rest}
  />
);
