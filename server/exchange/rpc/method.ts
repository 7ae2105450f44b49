import type { Spend } from './cost.ts';
import type { Params } from './params.ts';
import type { RpcDeps } from './ports.ts';

/** One method of the interface: reads its parameters, throws an RpcError, returns plain JSON. */
export type Method = (deps: RpcDeps, params: Params, spend: Spend) => unknown;

/** An answer that says for which slot it holds. */
export const withContext = <T>({ ledger }: RpcDeps, value: T) => ({
  context: { apiVersion: '2.1.0', slot: ledger.slot() },
  value,
});
