import Download from 'lucide-react/icons/download';
import { dayName, saveFile } from '@/lib/save-file.ts';
import { Button } from '@/ui/button.tsx';

/** Without it spreadsheets take the text for the code page of the computer, and a dash for three odd letters. */
const BYTE_ORDER_MARK = '\ufeff';

interface ExportProps {
  /** "positions", "history": named in the file. */
  what: string;
  disabled: boolean;
  /** What is still to come, in words: a file of the rest would look like all of it. */
  missing?: string | undefined;
  csv: () => string;
  /** What the button says. */
  label?: string;
  /** What it shows of that on a phone beside its picture, where another one stands next to it. */
  short?: string;
}

/** Saves what the table holds as CSV. */
export const ExportButton = ({ what, disabled, missing, csv, label = 'Export CSV', short }: ExportProps) => (
  <Button
    size="sm"
    disabled={disabled || missing !== undefined}
    title={disabled ? `No ${what} to export` : (missing ?? `Save the ${what} as CSV`)}
    onClick={() =>
      saveFile(dayName(what, 'csv'), new Blob([BYTE_ORDER_MARK, csv()], { type: 'text/csv;charset=utf-8' }))
    }
  >
    <Download aria-hidden className="size-3.5 md:hidden" />
    {short !== undefined && (
      <span aria-hidden className="md:hidden">
        {short}
      </span>
    )}
    <span className="max-md:sr-only">{label}</span>
  </Button>
);
