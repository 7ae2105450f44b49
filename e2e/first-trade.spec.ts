import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { bootServer } from './boot.ts';
import { wholeStory } from './story.ts';
import { test } from './test.ts';

const RECORDED = fileURLToPath(new URL('../../shared/data/universe/events.json', import.meta.url));

test.describe('the first whole trade', () => {
  test('on the generated universe', ({ browser }) => storyOn(browser, {}));

  test('on a recorded universe of real questions', ({ browser }) => {
    test.skip(!existsSync(RECORDED), 'the recorded universe is not beside the repository');
    return storyOn(browser, { PAPER_UNIVERSE: RECORDED });
  });
});

/** At the speed a newcomer meets: prices move while the story is told. */
async function storyOn(browser: Browser, env: Record<string, string>): Promise<void> {
  const server = await bootServer({ env, unprepared: true });
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  await wholeStory(await context.newPage(), server);
  await context.close();
  await server.stop();
}
