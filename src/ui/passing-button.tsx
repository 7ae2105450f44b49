import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { useFocusOnLeaving } from './use-focus-on-leaving.ts';

/** A button that goes once what it has begun is done, as that of a row does. Who pressed it goes on from what is around it. */
export const PassingButton = (props: Omit<ComponentProps<typeof Button>, 'ref'>) => (
  <Button ref={useFocusOnLeaving()} {...props} />
);
