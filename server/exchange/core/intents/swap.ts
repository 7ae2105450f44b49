/** A swap as it will be once its transaction lands. Plain JSON: amounts are digits. */
export interface SwapDraft {
  externalOrderId: string;
  owner: string;
  payer: string;
  marketId: string;
  eventId: string;
  position: string;
  isBuy: boolean;
  contracts: string;
  /** Without fees. */
  notional: string;
  /** All fees; never more than a sale brings. */
  fee: string;
  integratorFee: string;
  limitPrice: string;
  /** Average price of the quote. */
  average: string;
  /** What the quote takes out of the market makers' hands. */
  fills: { price: string; contracts: string }[];
}
