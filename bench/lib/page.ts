import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { chromiumLaunch } from './chromium.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

async function built(name: string): Promise<(suffix: string) => string> {
  const outDir = join(root, '.cache', `bench-${name}`);
  mkdirSync(outDir, { recursive: true });
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    plugins: [react(), tailwindcss()],
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: { '@contract': join(root, 'contract'), '@': join(root, 'src') } },
    build: {
      outDir,
      emptyOutDir: true,
      lib: { entry: join(root, 'bench', `${name}.page.tsx`), formats: ['iife'], name, fileName: 'page' },
    },
  });
  return (suffix) => {
    const file = readdirSync(outDir).find((found) => found.endsWith(suffix));
    if (!file) throw new Error(`the build left no ${suffix}`);
    return readFileSync(join(outDir, file), 'utf8');
  };
}

/** Builds `bench/NAME.page.tsx` as for production and opens it; the caller closes the browser. */
export async function openBenchPage(
  name: string,
  viewport: { width: number; height: number },
): Promise<{ browser: Browser; page: Page }> {
  const read = await built(name);
  const browser = await chromium.launch(chromiumLaunch());
  const page = await browser.newPage({ viewport });
  page.on('pageerror', (error) => console.error(error.message));
  // An origin of its own, so that storage works as on the desk.
  const origin = `http://${name}.localhost/`;
  await page.route(origin, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>${name}</title><body></body></html>`,
    }),
  );
  await page.goto(origin);
  await page.addStyleTag({ content: read('.css') });
  await page.addScriptTag({ content: read('.js') });
  return { browser, page };
}
