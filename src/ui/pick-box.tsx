import type { Pubkey } from '@contract/ids.ts';

/** Which rows of a list are selected for the buttons that are about many. */
export interface Picking {
  isPicked: (key: Pubkey) => boolean;
  onPick: (keys: readonly Pubkey[], on: boolean) => void;
}

interface Props {
  label: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}

/** Picks a row for the buttons that are about many. */
export const PickBox = ({ label, checked, onChange }: Props) => (
  <input
    type="checkbox"
    aria-label={label}
    checked={checked}
    onChange={(event) => onChange(event.target.checked)}
    className="block size-3.5 accent-(--accent)"
  />
);
