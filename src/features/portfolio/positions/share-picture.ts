import {
  formatCents,
  formatContracts,
  formatSignedRatio,
  formatSignedUsd,
  formatUsd,
} from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import { heldNameOf } from '@/domain/held-name.ts';
import { isHeld, type PositionState, unrealisedOf } from '@/domain/portfolio.ts';
import { stateLabel } from '../portfolio-labels.ts';

export const PICTURE = { width: 1_200, height: 630 } as const;

/** What a picture of a position says. Amounts are there only when they were asked for. */
interface Picture {
  event: string;
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
  const gain = isHeld(state.phase) ? unrealisedOf(position, state) : position.realizedPnlUsd;
  // What a position that has ended once cost is not in its record any more.
  const cost = position.totalCostUsd > 0n ? position.totalCostUsd : null;
  const ratio = gain === null || cost === null ? undefined : formatSignedRatio(gain, cost);
  const price = (value: bigint | null): string =>
    value === null || value === 0n ? '—' : formatCents(value, true);
  return {
    event,
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
            { name: 'Cost', text: formatUsd(position.totalCostUsd, 'up') },
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

/** Lines of at most `width` pixels; the last of `most` is cut with an ellipsis, as is a word that no line can hold. */
function wrapped(paint: Paint, text: string, width: number, most: number): string[] {
  const fits = (line: string): boolean => paint.measureText(line).width <= width;
  const cut = (line: string): string => {
    if (fits(line)) return line;
    let short = [...line];
    while (short.length > 0 && !fits(`${short.join('')}…`)) short = short.slice(0, -1);
    return `${short.join('')}…`;
  };
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || fits(longer)) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  lines.push(line);
  const kept = lines.slice(0, most);
  if (lines.length > most) kept[most - 1] = `${kept[most - 1]} ${lines.slice(most).join(' ')}`;
  return kept.map(cut);
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

  paint.font = `700 50px ${SANS}`;
  let y = 188;
  for (const line of wrapped(paint, picture.event, width - 2 * left, 2)) {
    text(line, left, y, `700 50px ${SANS}`, 'text');
    y += 60;
  }
  paint.font = `700 34px ${SANS}`;
  text(picture.side, left, y, `700 34px ${SANS}`, picture.isYes ? 'yes' : 'no');
  if (picture.outcome !== null) {
    const after = left + paint.measureText(picture.side).width + 18;
    paint.font = `500 34px ${SANS}`;
    const [line = ''] = wrapped(paint, picture.outcome, width - left - after, 1);
    text(line, after, y, `500 34px ${SANS}`, 'muted');
  }

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
