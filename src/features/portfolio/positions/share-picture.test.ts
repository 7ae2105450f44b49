// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { positionState } from '@/domain/portfolio.ts';
import { aPosition } from '../testing.tsx';
import { drawPicture, PICTURE, pictureOf } from './share-picture.ts';

interface Drawn {
  words: string;
  x: number;
  y: number;
  size: number;
  width: number;
}

/** What a picture writes, by a paint whose letters are all as wide. */
function drawn(event: string, outcome: string): Drawn[] {
  const position = aPosition();
  const named = {
    ...position,
    eventMetadata: { ...position.eventMetadata, title: event },
    marketMetadata: { ...position.marketMetadata, title: outcome },
  };
  const texts: Drawn[] = [];
  const sizeOf = () => Number(/(\d+)px/.exec(paint.font)?.[1]);
  const widthOf = (words: string) => [...words].length * sizeOf() * 0.55;
  const paint = {
    font: '',
    fillStyle: '',
    textBaseline: 'alphabetic' as CanvasTextBaseline,
    fillRect: () => undefined,
    beginPath: () => undefined,
    roundRect: () => undefined,
    fill: () => undefined,
    measureText: (words: string) => ({ width: widthOf(words) }) as TextMetrics,
    fillText: (words: string, x: number, y: number) => {
      texts.push({ words, x, y, size: sizeOf(), width: widthOf(words) });
    },
  };
  drawPicture(paint, pictureOf(named, positionState(named), true), (token) => token);
  return texts;
}

/** Names of the position, from its event down to its outcome: they stand between the brand and the gain. */
const namesOf = (texts: readonly Drawn[]) => texts.filter(({ y }) => y > 103 && y < 450);
const said = (texts: readonly Drawn[]) =>
  namesOf(texts)
    .map(({ words }) => words)
    .join(' ');
const many = (word: string, count: number) =>
  Array.from({ length: count }, (_, nth) => `${word}${nth + 1}`).join(' ');

const LONG_EVENT = many('Event', 40);
const CASES: [name: string, event: string, outcome: string][] = [
  ['a team of two lines', 'France vs. Senegal', many('Wanderers', 8)],
  ['an outcome of three lines', LONG_EVENT, many('Outcome', 16)],
  ['an outcome of more lines than three', LONG_EVENT, many('Outcome', 22)],
  ['an outcome of one word', LONG_EVENT, 'Donaudampfschifffahrt'.repeat(6)],
  ['an event that is its own outcome', many('Question', 14), many('Question', 14)],
  ['a short strike', 'Bitcoin above ___ on Nov 24?', '$86,000'],
  ['a strike far into its title', `${many('Will', 18)} ___ by then?`, '$86,000'],
];

describe('the names in a picture of a position', () => {
  it.each(CASES)('are never cut where they say what is held: %s', (_, event, outcome) => {
    const text = said(drawn(event, outcome));
    expect(text.replaceAll(' ', '')).toContain(outcome.replaceAll(' ', ''));
    expect(text).toMatch(/\bYes\b/);
  });

  it.each(CASES)('stand within the picture, and none over another: %s', (_, event, outcome) => {
    const texts = drawn(event, outcome);
    for (const { x, width } of texts) expect(x + width).toBeLessThanOrEqual(PICTURE.width - 72);
    const gain = texts.find(({ words }) => words.endsWith('%'));
    if (!gain) throw new Error('no gain');
    // An outcome begins beside its side.
    const lines = [...namesOf(texts), gain].filter(({ y }, index, all) => all[index - 1]?.y !== y);
    for (const [index, { y, size }] of lines.entries()) {
      const next = lines[index + 1];
      // Tails below a line and letters above the next one.
      if (next) expect(y + 0.22 * size).toBeLessThanOrEqual(next.y - 0.73 * next.size);
    }
  });

  it('cuts an event beside its outcome at its end', () => {
    const [first, second, third] = namesOf(drawn(LONG_EVENT, 'France'));
    expect(first?.words).toMatch(/^Event1 /);
    expect(second?.words).toMatch(/…$/);
    expect([third?.words, third?.y]).toEqual(['Yes', 308]);
    const [only, side] = namesOf(drawn(LONG_EVENT, many('Outcome', 16)));
    expect(only?.words).toMatch(/^Event1 .*…$/);
    expect(side?.words).toBe('Yes');
  });

  it('cuts a filled title after its strike first, then before it', () => {
    const strike = '$86,000';
    const behind = said(drawn(`Bitcoin above ___ ${many('then', 40)}`, strike));
    expect(behind).toMatch(/^Bitcoin above \$86,000 then1 .*… Yes$/);
    const either = said(drawn(`${many('Will', 40)} ___ ${many('then', 40)}`, strike));
    expect(either).toMatch(/^Will1 Will2 .*… \$86,000 … Yes$/);
    const before = said(drawn(`${many('Will', 40)} ___`, strike));
    expect(before).toMatch(/^Will1 Will2 .*… \$86,000 Yes$/);
  });
});
