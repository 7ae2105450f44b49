/** An order of the first version as it will be once its deposit lands. Plain JSON: amounts are digits. */
export interface RateDraft {
  order: string;
  seq: string;
  owner: string;
  payer: string;
  inputMint: string;
  outputMint: string;
  making: string;
  taking: string;
  slippageBps: number;
  /** Unix milliseconds. */
  expiresAt: number;
}

/** What a transaction of this room does when it lands. `requestId`: how its caller names it. */
export type TriggerIntent =
  | {
      kind: 'triggerDeposit';
      requestId: string;
      owner: string;
      inputMint: string;
      outputMint: string;
      amount: string;
      /** Digest of the terms that the deposit was made for; null where whoever asked for it has named none. */
      orderDigest: string | null;
    }
  | { kind: 'triggerWithdrawal'; requestId: string; order: string; owner: string }
  | { kind: 'rateOrder'; requestId: string; draft: RateDraft }
  | { kind: 'rateCancel'; requestId: string; order: string };
