/** Programs whose instructions the desk knows to the byte, by their addresses on every cluster. */
export const PROGRAMS = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
} as const;

export const isTokenProgram = (program: string): boolean =>
  program === PROGRAMS.token || program === PROGRAMS.token2022;

/** Rent-exempt minimum of a token account (165 bytes), in lamports. */
export const TOKEN_ACCOUNT_RENT = 2_039_280n;
