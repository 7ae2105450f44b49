import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { useFocusOnLeaving } from './use-focus-on-leaving.ts';

/** Asks again for what has failed. It goes with the answer, and who pressed it goes on from what is around it. */
export const RetryButton = ({ children, ...rest }: Omit<ComponentProps<typeof Button>, 'ref'>) => (
  <Button ref={useFocusOnLeaving()} {...rest}>
    {children}
    Retry
  </Button>
);
