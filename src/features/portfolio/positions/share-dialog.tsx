import type { Position } from '@contract/prediction/position.ts';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { PositionState } from '@/domain/portfolio.ts';
import { themeColor } from '@/lib/appearance.ts';
import { dayName, saveFile } from '@/lib/save-file.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Switch } from '@/ui/field.tsx';
import { drawPicture, PICTURE, pictureOf } from './share-picture.ts';

interface Props {
  position: Position;
  state: PositionState;
  onClose: () => void;
}

const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made'))),
      'image/png',
    ),
  );

/** A picture of one position to show around: gain in percent and prices; amounts only when asked for. */
export function ShareDialog({ position, state, onClose }: Props) {
  // What was shared is what was seen when the dialog opened, not the price a second later.
  const [frozen] = useState({ position, state });
  const [withAmounts, setWithAmounts] = useState(false);
  const [said, setSaid] = useState('');
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useMemo(() => pictureOf(frozen.position, frozen.state, withAmounts), [frozen, withAmounts]);

  useEffect(() => {
    let current = true;
    void document.fonts.ready.then(() => {
      const paint = canvas.current?.getContext('2d');
      if (current && paint) drawPicture(paint, picture, (name) => themeColor(`--${name}`));
    });
    return () => {
      current = false;
    };
  }, [picture]);

  const use = (what: (picture: Promise<Blob>) => Promise<string>) => {
    if (!canvas.current) return;
    // The answer to an earlier press is not taken for this one's.
    setSaid('');
    void what(pngOf(canvas.current))
      .catch(() => 'That is not possible in this browser')
      .then(setSaid);
  };
  const words = [picture.side, picture.event, picture.outcome, picture.state, picture.gain?.text]
    .concat(picture.figures.map(({ name, text }) => `${name} ${text}`))
    .filter(Boolean)
    .join(', ');
  return (
    <Dialog
      open
      width="lg"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Share this position"
      description="Drawn here in your browser. It shows no wallet and no balance."
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Picture: ${words}`}
        width={PICTURE.width}
        height={PICTURE.height}
        className="aspect-[1200/630] w-full rounded-md border border-line"
      />
      <Switch
        className="mt-4"
        label="Show amounts"
        hint="Contracts, what they cost and the gain in dollars"
        checked={withAmounts}
        onChange={setWithAmounts}
      />
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          onClick={() =>
            use(async (made) => {
              saveFile(dayName('position', 'png'), await made);
              return 'Saved';
            })
          }
        >
          <Download aria-hidden className="size-4" />
          Download
        </Button>
        <Button
          onClick={() =>
            use(async (made) => {
              // Handed over as a promise: some browsers allow it only within the press itself.
              await navigator.clipboard.write([new ClipboardItem({ 'image/png': made })]);
              return 'Copied';
            })
          }
        >
          <Copy aria-hidden className="size-4" />
          Copy picture
        </Button>
        <span role="status" className="text-muted">
          {said}
        </span>
      </div>
    </Dialog>
  );
}
