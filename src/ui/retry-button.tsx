import type { ComponentProps } from 'react';
import { PassingButton } from './passing-button.tsx';

/** Asks again for what has failed, and goes with the answer. */
export const RetryButton = ({ children, ...rest }: ComponentProps<typeof PassingButton>) => (
  <PassingButton {...rest}>
    {children}
    Retry
  </PassingButton>
);
