import {
  formatCents,
  formatContracts,
  formatSignedRatio,
  formatSignedUsd,
  formatUsd,
} from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import { heldNameOf, joined } from '@/domain/held-name.ts';
import type { PositionState } from '@/domain/portfolio.ts';
import { resultOf } from '@/domain/settled.ts';
import { stateLabel } from '../portfolio-labels.ts';

export const PICTURE = { width: 1_200, height: 630 } as const;

/** What a picture of a position says. Amounts are there only when they were asked for. */
interface Picture {
  event: string;
  /** The parts of the event where what is held stands within it. */
  around: { before: string; held: string; after: string } | null;
  /** Null where the event says it all. */
  outcome: string | null;
  side: string;
  isYes: boolean;
  /** "Open", "Won". */
  state: string;
  /** Gain in percent of what was paid; null when there is no price. */
  gain: { text: string; up: boolean | null } | null;
  figures: { name: string; text: string }[];
}

/** Everything that goes into the picture, as text: what is not here cannot be drawn. */
export function pictureOf(position: Position, state: PositionState, withAmounts: boolean): Picture {
  const { event, around, outcome, side } = heldNameOf(position);
  const { gain, cost } = resultOf(position);
  const ratio = gain === null || cost === null ? undefined : formatSignedRatio(gain, cost);
  const price = (value: bigint | null): string =>
    value === null || value === 0n ? '—' : formatCents(value, true);
  return {
    event,
    around: around && { ...around, held: outcome ?? '' },
    outcome: around ? null : outcome,
    side: side ?? '',
    isYes: position.isYes,
    state: stateLabel(state).text,
    gain: gain === null || ratio === undefined ? null : { text: ratio, up: gain === 0n ? null : gain > 0n },
    figures: [
      { name: 'Bought at', text: price(position.avgPriceUsd) },
      ...(position.markPriceUsd === null ? [] : [{ name: 'Price now', text: price(position.markPriceUsd) }]),
      ...(withAmounts
        ? [
            { name: 'Contracts', text: formatContracts(position.contractsMicro) },
            ...(cost === null ? [] : [{ name: 'Cost', text: formatUsd(cost, 'up') }]),
            ...(gain === null ? [] : [{ name: 'Profit after fees', text: formatSignedUsd(gain) }]),
          ]
        : []),
    ],
  };
}

type Paint = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle'
  | 'font'
  | 'textBaseline'
  | 'fillRect'
  | 'fillText'
  | 'measureText'
  | 'beginPath'
  | 'roundRect'
  | 'fill'
>;

const SANS = '"Inter Variable", Inter, system-ui, sans-serif';
const MONO = '"JetBrains Mono Variable", "JetBrains Mono", ui-monospace, monospace';

/** Lines of at most `width` pixels. A word that no line can hold is broken. */
function linesOf(paint: Paint, text: string, width: number): string[] {
  const fits = (line: string): boolean => paint.measureText(line).width <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of word) {
      if (line !== '' && !fits(line + letter)) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return [...lines, line];
}

/** A text without its end, and with less and less of it. */
const shorterAndShorter = (text: string): string[] => {
  const letters = [...text];
  return letters.map(
    (_, gone) =>
      `${letters
        .slice(0, -gone - 1)
        .join('')
        .trimEnd()}…`,
  );
};

/** What stands after what is held gives way first, then what stands before it. */
function cutAround({ before, held, after }: NonNullable<Picture['around']>): string[] {
  return [
    ...shorterAndShorter(after).map((rest) => joined(before, held, rest)),
    ...shorterAndShorter(before).map((rest) => joined(rest, held, after === '' ? '' : '…')),
  ];
}

interface Sized {
  size: number;
  lines: string[];
}

/**
 * A text in at most `most` lines, at the first of these sizes at which it fits. Where it fits at none it is cut: into
 * the first of `shorter` that does.
 */
function sized(
  paint: Paint,
  text: string,
  {
    weight,
    sizes,
    width,
    most,
    shorter,
  }: {
    weight: number;
    sizes: readonly number[];
    width: number;
    most: number;
    shorter: (text: string) => readonly string[];
  },
): Sized {
  let least: Sized = { size: 0, lines: [] };
  for (const size of sizes) {
    paint.font = `${weight} ${size}px ${SANS}`;
    least = { size, lines: linesOf(paint, text, width) };
    if (least.lines.length <= most) return least;
  }
  for (const short of shorter(text)) {
    const lines = linesOf(paint, short, width);
    if (lines.length <= most) return { ...least, lines };
  }
  return { ...least, lines: least.lines.slice(0, most) };
}

type Token = 'bg' | 'panel' | 'line' | 'text' | 'muted' | 'faint' | 'yes' | 'no' | 'up' | 'down';

/** Draws the picture with the colours of the theme in force. Fonts and colours are the page's own; nothing is fetched. */
export function drawPicture(paint: Paint, picture: Picture, colour: (token: Token) => string): void {
  const { width, height } = PICTURE;
  const left = 72;
  const text = (words: string, x: number, y: number, font: string, token: Token) => {
    paint.font = font;
    paint.fillStyle = colour(token);
    paint.fillText(words, x, y);
  };
  paint.textBaseline = 'alphabetic';
  paint.fillStyle = colour('bg');
  paint.fillRect(0, 0, width, height);
  paint.fillStyle = colour('panel');
  paint.beginPath();
  paint.roundRect(32, 32, width - 64, height - 64, 28);
  paint.fill();

  paint.fillStyle = colour('yes');
  paint.beginPath();
  paint.roundRect(left, 76, 34, 17, [9, 9, 0, 0]);
  paint.fill();
  paint.fillStyle = colour('no');
  paint.beginPath();
  paint.roundRect(left, 93, 34, 17, [0, 0, 9, 9]);
  paint.fill();
  text('Evenline', left + 50, 103, `700 30px ${SANS}`, 'text');
  paint.font = `500 26px ${SANS}`;
  text(
    picture.state,
    width - left - paint.measureText(picture.state).width,
    103,
    `500 26px ${SANS}`,
    'muted',
  );

  const draw = ({ size, lines }: Sized, x: number, from: number, weight: number, token: Token): number => {
    const height = Math.round(size * 1.2);
    for (const [index, line] of lines.entries())
      text(line, x, from + index * height, `${weight} ${size}px ${SANS}`, token);
    return from + lines.length * height;
  };
  paint.font = `700 34px ${SANS}`;
  const after = left + paint.measureText(picture.side).width + 18;
  const outcome =
    picture.outcome === null
      ? null
      : sized(paint, picture.outcome, {
          weight: 500,
          sizes: [34, 28, 22],
          width: width - left - after,
          most: 3,
          shorter: shorterAndShorter,
        });
  // There is room for four lines. The event gives way to what is held of it, unless that stands within it.
  const { around } = picture;
  const event = sized(paint, picture.event, {
    weight: 700,
    sizes: outcome ? [50] : [50, 42, 34],
    width: width - 2 * left,
    most: outcome ? Math.min(2, 4 - outcome.lines.length) : 3,
    shorter: around ? () => cutAround(around) : shorterAndShorter,
  });
  const y = draw(event, left, 188, 700, 'text');
  text(picture.side, left, y, `700 34px ${SANS}`, picture.isYes ? 'yes' : 'no');
  if (outcome) draw(outcome, after, y, 500, 'muted');

  if (picture.gain) {
    const { up } = picture.gain;
    text(picture.gain.text, left, 450, `700 96px ${MONO}`, up === null ? 'muted' : up ? 'up' : 'down');
  } else text('No price now', left, 440, `600 56px ${SANS}`, 'faint');

  paint.fillStyle = colour('line');
  paint.fillRect(left, 486, width - 2 * left, 2);
  const column = (width - 2 * left) / Math.max(3, picture.figures.length);
  for (const [index, figure] of picture.figures.entries()) {
    text(figure.name, left + index * column, 524, `500 22px ${SANS}`, 'muted');
    text(figure.text, left + index * column, 562, `600 32px ${MONO}`, 'text');
  }
}
