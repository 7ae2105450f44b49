import { numberForm } from '@contract/money.ts';
import { type ChangeEvent, useState } from 'react';
import { amountAdvice, readTyped, signAdvice, typedText } from '@/lib/typed-amount.ts';

/** One key of a keyboard, and nothing that is pasted or dropped. */
const isKey = ({ inputType, data }: Partial<InputEvent>): boolean =>
  inputType === 'insertText' && data?.length === 1;

/**
 * A field for an amount: shown and read in the form of numbers that is chosen, held as plain decimal text. A text whose
 * signs may be read in two ways stays in the field for its writer to mend, and holds no amount until then: were only its
 * last key dropped, the digits after it would make another amount of it. What was pasted and is no amount stays as well:
 * left out without a word, what stood there before would be taken for it. `onChange` is told that it was refused: where
 * an empty field stands for something, such as the automatic limit, that is not what was meant.
 */
export function useTypedAmount(
  value: string,
  decimals: number,
  onChange: (text: string, refused: boolean) => void,
  inDollars = false,
) {
  // What stands in the field is read in the form it was drawn in.
  const form = numberForm();
  const [doubtful, setDoubtful] = useState<{ text: string; advice: string }>();
  // An amount has come from elsewhere, such as a button beside the field.
  if (doubtful && value !== '') setDoubtful(undefined);
  return {
    /** Why what stands in the field holds no amount. */
    refused: doubtful?.advice,
    input: {
      value: doubtful?.text ?? typedText(value, form),
      onChange: ({ target: { value: text }, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
        const read = readTyped(text, decimals, form, inDollars);
        const isMended = doubtful !== undefined || !isKey(nativeEvent);
        const advice =
          read === undefined
            ? (signAdvice(text, decimals, form) ?? (isMended ? amountAdvice(decimals, form) : undefined))
            : undefined;
        if (read === undefined && advice === undefined) return;
        setDoubtful(advice === undefined ? undefined : { text, advice });
        const held = read ?? '';
        const refused = advice !== undefined;
        if (held !== value || refused || doubtful) onChange(held, refused);
      },
    },
  };
}
