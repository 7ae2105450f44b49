import { heldWithin, sideTone } from '@/domain/held-name.ts';
import { SideText } from '@/ui/side-text.tsx';

interface Props {
  /** Name of the outcome. */
  name: string;
  isYes: boolean;
  /** Stands before both. */
  action?: string;
}

/** What is held or ordered of the event of the page: on as many lines as its names need, for neither is cut. */
export function HeldWithin({ name, isYes, action }: Props) {
  const { outcome, side } = heldWithin(name, isYes);
  return (
    <span className="wrap-anywhere block whitespace-normal" title={name}>
      {action}
      {outcome !== null && `${outcome} `}
      <SideText side={side} tone={sideTone(side, isYes)} />
    </span>
  );
}
