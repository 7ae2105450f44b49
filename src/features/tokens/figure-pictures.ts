import { buyShare, type SeenToken, volumeOf } from '@/domain/tokens.ts';
import { onAppearance, themeColor } from '@/lib/appearance.ts';
import { traceLine, trendOf } from './sparkline.view.tsx';

/** Height of a line of the table, pixels. */
export const ROW_HEIGHT = 51;
export const SPARK = { width: 56, height: 24 } as const;
export const BAR = { width: 60, height: 4 } as const;

/** A column that is a picture. */
export type PictureName = 'sparks' | 'bars';
/** Inks of the pictures. */
const PICTURE_INKS = ['up', 'down', 'up-old', 'down-old', 'faint', 'line-strong'] as const;
type PictureInk = (typeof PICTURE_INKS)[number];
type Colors = Readonly<Record<PictureInk, string>>;

/** A row as the pictures show it. */
export interface PicturedRow {
  readonly seen: SeenToken;
  /** It has left the feed: its figures are of before. */
  readonly left: boolean;
}

const inkOf = (tone: 'up' | 'down', left: boolean): PictureInk => (left ? `${tone}-old` : tone);

/** Draws what belongs to a row; `top` is its upper edge in pixels. */
type Paint = (context: CanvasRenderingContext2D, colors: Colors, row: PicturedRow, top: number) => void;

/** Observed prices as a line; a dashed one while there are fewer than two. */
const paintSpark: Paint = (context, colors, { seen, left }, top) => {
  const y = top + (ROW_HEIGHT - 1 - SPARK.height) / 2;
  context.beginPath();
  if (traceLine(seen.prices, SPARK, (across, down) => context.lineTo(across, y + down))) {
    const trend = trendOf(seen.prices);
    context.strokeStyle = colors[trend === 'faint' ? trend : inkOf(trend, left)];
    context.lineWidth = 1.5;
    context.setLineDash([]);
  } else {
    context.moveTo(0, y + SPARK.height / 2);
    context.lineTo(SPARK.width, y + SPARK.height / 2);
    context.strokeStyle = colors['line-strong'];
    context.lineWidth = 1;
    context.setLineDash([2, 3]);
  }
  context.stroke();
};

/** How much of the volume was bought. A pixel stays free between the two parts: colour is not the only cue. */
const paintBar: Paint = (context, colors, { seen, left }, top) => {
  const { stats24h } = seen.token;
  if (volumeOf(stats24h) === null) return;
  const y = Math.round(top + ROW_HEIGHT / 2 + 8);
  const share = buyShare(stats24h);
  if (share === null) {
    context.fillStyle = colors['line-strong'];
    context.fillRect(0, y, BAR.width, BAR.height);
    return;
  }
  const bought = Math.round(share * BAR.width);
  const from = bought === 0 ? 0 : bought + 1;
  context.fillStyle = colors[inkOf('up', left)];
  context.fillRect(0, y, bought, BAR.height);
  context.fillStyle = colors[inkOf('down', left)];
  context.fillRect(from, y, BAR.width - from, BAR.height);
};
const PICTURES = {
  sparks: { width: SPARK.width, paint: paintSpark },
  bars: { width: BAR.width, paint: paintBar },
} as const satisfies Record<PictureName, { width: number; paint: Paint }>;

interface Picture {
  readonly name: PictureName;
  readonly canvas: HTMLCanvasElement;
}

/** The pictures of a table: a canvas for each column of them in `head` (`data-picture`), all rows on it. */
export class FigurePictures {
  private readonly pictures: Picture[];
  private rows: readonly PicturedRow[] = [];
  private colors: Colors | undefined;
  private readonly unwatch = onAppearance(() => {
    this.colors = undefined;
    this.show(this.rows);
  });

  constructor(head: HTMLElement) {
    this.pictures = [...head.querySelectorAll<HTMLCanvasElement>('[data-picture]')].map((canvas) => ({
      canvas,
      name: canvas.dataset.picture as PictureName,
    }));
  }

  close(): void {
    this.unwatch();
  }

  show(rows: readonly PicturedRow[]): void {
    this.rows = rows;
    const ratio = window.devicePixelRatio;
    const height = rows.length * ROW_HEIGHT;
    this.colors ??= Object.fromEntries(PICTURE_INKS.map((ink) => [ink, themeColor(`--${ink}`)])) as Colors;
    for (const { canvas, name } of this.pictures) {
      const context = canvas.getContext('2d');
      if (!context) continue;
      const { width, paint } = PICTURES[name];
      const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
      if (canvas.width !== across || canvas.height !== down) {
        canvas.width = across;
        canvas.height = down;
      }
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      for (const [index, row] of rows.entries()) paint(context, this.colors, row, index * ROW_HEIGHT);
    }
  }
}
