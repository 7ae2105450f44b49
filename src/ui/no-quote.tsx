import { Absent } from './price.tsx';

/** A figure of an order that has none; `amount`: what was typed. */
export const NoQuote = ({ amount }: { amount: string }) => (
  <Absent reason={amount === '' ? 'Enter an amount first' : 'No quote for this amount now'} />
);
