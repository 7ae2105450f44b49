import type { AnswerWire } from '@contract/routes.ts';
import { notFound } from '../../common/errors.ts';
import type { ExchangeContext } from '../core/context.ts';
import { associatedTokenAddress } from '../ledger/addresses.ts';
import { STABLECOIN, USDC } from '../ledger/mints.ts';

/** The vault that fills pay into and payouts come from. @throws ServiceError `not-found` where it has no account. */
export const getVaultInfo =
  ({ keys, ledger, writer }: Pick<ExchangeContext, 'keys' | 'ledger' | 'writer'>) =>
  async (): Promise<AnswerWire<'getVaultInfo'>> => {
    const { address } = keys.vault;
    const balance = await writer.read(() => ledger.tokenBalance(address, USDC.address));
    if (balance === null) throw notFound('the vault has no account');
    return {
      pubkey: address,
      data: {
        authority: keys.authority.address,
        settlementMint: USDC.address,
        tokenAccount: associatedTokenAddress(address, USDC.address, USDC.program),
        stablecoinMint: STABLECOIN.address,
        stablecoinTokenAccount: associatedTokenAddress(address, STABLECOIN.address, STABLECOIN.program),
      },
      vaultBalance: balance.toString(),
    };
  };
