import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/* What may lie between a page, an exchange and a chain once something was signed. */

export const EXECUTE = '**/prediction/v1/execute';
/** So far the clock of a page leaps at once. */
const LEAP_MS = 5_000;

/** Answers that say no, by the service or by somebody on the way. */
export const NOES = {
  '400': { status: 400, body: JSON.stringify({ type: 'x', message: 'The vault is busy', request_id: 'r' }) },
  '404 of a proxy': { status: 404, body: '<html>Not found</html>' },
  '429': { status: 429, body: '' },
  Failed: {
    status: 200,
    body: JSON.stringify({ status: 'Failed', signature: null, error: 'The vault is busy' }),
  },
} as const;

/** Keeps what the page hands in from the exchange, answers it by `how`, and hands it in when the journey says so. */
export async function holdBack(page: Page, url: string, how: 'lost' | { status: number; body: string }) {
  const held: string[] = [];
  await page.route(EXECUTE, async (route) => {
    held.push(route.request().postData() ?? '');
    await (how === 'lost'
      ? route.abort('connectionreset')
      : route.fulfill({ ...how, contentType: 'application/json' }));
  });
  return {
    /** How often the page has handed something in. */
    times: () => held.length,
    async arrive(): Promise<void> {
      const response = await fetch(`${url}/prediction/v1/execute`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: held[0] ?? '',
      });
      expect(await response.json()).toMatchObject({ status: 'Success' });
    },
  };
}

interface Answer {
  result: { context: { slot: number }; value: unknown };
}
/** In slots. */
export const AHEAD = 10_000;
export const FAR_BEHIND = -500;

/** What nodes behind one address say once something was sent: heights far ahead, and that they know no signature. */
export async function twistNode(page: Page, begun: () => boolean, { statusSlot }: { statusSlot: number }) {
  const node = { twisted: true };
  await page.route('**/rpc', async (route) => {
    const { method } = route.request().postDataJSON() as { method: string };
    if (!node.twisted || !begun()) return route.fallback();
    const response = await route.fetch();
    const answer = (await response.json()) as Answer;
    const answered = (slots: number, value: unknown) => {
      const context = { ...answer.result.context, slot: answer.result.context.slot + slots };
      return route.fulfill({ response, json: { ...answer, result: { context, value } } });
    };
    switch (method) {
      case 'getBlockHeight':
      case 'getSlot':
        return route.fulfill({ response, json: { ...answer, result: Number(answer.result) + AHEAD } });
      case 'getLatestBlockhash': {
        const latest = answer.result.value as { blockhash: string; lastValidBlockHeight: number };
        return answered(AHEAD, {
          ...latest,
          lastValidBlockHeight: latest.lastValidBlockHeight + AHEAD,
        });
      }
      case 'isBlockhashValid':
        return answered(AHEAD, false);
      case 'getSignatureStatuses':
        return answered(statusSlot, [null]);
      default:
        return route.fulfill({ response });
    }
  });
  return node;
}

/** Time goes by for the page alone: it asks the chain as often as ever, of which no block more has passed. */
export async function pass(page: Page, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += LEAP_MS / 1_000) {
    await page.clock.fastForward(LEAP_MS);
    await page.waitForTimeout(150);
  }
}

/** The next time that the page is told by the chain what has become of a signature. */
export const chainAnswers = (page: Page) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith('/rpc') &&
      response.request().postData()?.includes('getSignatureStatuses') === true,
  );
