import { MICRO, toDecimalText } from '@contract/money.ts';

/** A quantity in whole contracts (floored), micro-contracts and exact decimals. */
export const contractForms = (micro: bigint) => ({
  contracts: (micro / MICRO).toString(),
  contractsMicro: micro.toString(),
  contractsDecimal: toDecimalText(micro),
});
export const newContractForms = (micro: bigint) => ({
  newContracts: (micro / MICRO).toString(),
  newContractsMicro: micro.toString(),
  newContractsDecimal: toDecimalText(micro),
});
export const filledContractForms = (micro: bigint) => ({
  filledContracts: (micro / MICRO).toString(),
  filledContractsMicro: micro.toString(),
  filledContractsDecimal: toDecimalText(micro),
});
export const totalContractForms = (micro: bigint) => ({
  totalContracts: (micro / MICRO).toString(),
  totalContractsMicro: micro.toString(),
  totalContractsDecimal: toDecimalText(micro),
});
export const settledContractForms = (micro: bigint) => ({
  contractsSettled: (micro / MICRO).toString(),
  contractsSettledMicro: micro.toString(),
  contractsSettledDecimal: toDecimalText(micro),
});
