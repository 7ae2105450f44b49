import { Download } from 'lucide-react';
import { dayName, saveFile } from '@/lib/save-file.ts';
import { Button } from '@/ui/button.tsx';

interface Props {
  /** "positions", "history": named in the file. */
  what: string;
  disabled: boolean;
  csv: () => string;
}

/** Saves what the table holds as CSV. */
export const ExportButton = ({ what, disabled, csv }: Props) => (
  <Button
    size="sm"
    disabled={disabled}
    title={disabled ? `No ${what} to export` : `Save the ${what} as CSV`}
    onClick={() => saveFile(dayName(what, 'csv'), new Blob([csv()], { type: 'text/csv;charset=utf-8' }))}
  >
    <Download aria-hidden className="size-3.5 md:hidden" />
    <span className="max-md:sr-only">Export CSV</span>
  </Button>
);
