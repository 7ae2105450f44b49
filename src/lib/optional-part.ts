import { type ComponentType, lazy } from 'react';

/** A part of a page that is loaded when it is first drawn, and left out where it does not come. */
export const optionalPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  );
