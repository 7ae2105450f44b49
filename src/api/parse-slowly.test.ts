import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { AppError } from './app-error.ts';
import { parseSlowly } from './parse-slowly.ts';

const sent = (body: unknown) => ({ body, requestId: 'req-1' });

const money = z.pipe(
  z.string(),
  z.transform((text) => BigInt(text)),
);
const list = z.object({ data: z.array(z.object({ id: z.number(), paid: money })), total: z.number() });
const answer = (length: number) => ({
  data: Array.from({ length }, (_, id) => ({ id, paid: (BigInt(id) * 1_000_000n).toString() })),
  total: length,
});

describe('reading a long answer in slices', () => {
  beforeEach(() => () => vi.restoreAllMocks());

  it.each([0, 3, 10, 250])('gives the same as reading it in one go: %i entries', async (length) => {
    expect(await parseSlowly(list, sent(answer(length)), 'list')).toEqual(z.parse(list, answer(length)));
  });

  it('pauses before it begins, and whenever a slice has taken its time', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 5;
      return now;
    });
    const channels = vi.spyOn(globalThis, 'MessageChannel');
    await parseSlowly(list, sent(answer(40)), 'list');
    expect(channels).toHaveBeenCalledTimes(41);
  });

  it('names the entry and the field that cannot be read', async () => {
    const wrong = answer(40);
    const broken = { ...wrong, data: wrong.data.with(17, { id: 17, paid: 5 as unknown as string }) };
    const failure = await parseSlowly(list, sent(broken), 'list').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({ kind: 'malformed', field: 'list.data.17.paid', requestId: 'req-1' });
  });

  it('refuses what surrounds the list', async () => {
    await expect(parseSlowly(list, sent({ ...answer(20), total: 'many' }), 'list')).rejects.toMatchObject({
      kind: 'malformed',
    });
  });

  it.each([null, 'text', { data: 'none', total: 1 }, 7])('refuses %j', async (body) => {
    await expect(parseSlowly(list, sent(body), 'list')).rejects.toMatchObject({ kind: 'malformed' });
  });
});
