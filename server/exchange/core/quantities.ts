import { MICRO, toDecimalText } from '@contract/money.ts';

/** A quantity by its name, in whole contracts (floored), micro-contracts and exact decimals. */
const formsOf =
  <Name extends string>(name: Name) =>
  (micro: bigint) =>
    ({
      [name]: (micro / MICRO).toString(),
      [`${name}Micro`]: micro.toString(),
      [`${name}Decimal`]: toDecimalText(micro),
    }) as Record<Name | `${Name}Micro` | `${Name}Decimal`, string>;

export const contractForms = formsOf('contracts');
export const newContractForms = formsOf('newContracts');
export const filledContractForms = formsOf('filledContracts');
export const totalContractForms = formsOf('totalContracts');
export const settledContractForms = formsOf('contractsSettled');
