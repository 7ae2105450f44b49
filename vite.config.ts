import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { licences } from './scripts/lib/licences.ts';

/** Everything the server answers itself; the rest of the address space is the app. */
const SERVER_PATHS = [
  '/prediction',
  '/tokens',
  '/trigger',
  '/swap',
  '/desk',
  '/rpc',
  '/paper',
  '/config.json',
  '/healthz',
  '/readyz',
  '/openapi.json',
  '/docs',
  '/metrics',
];

/** What every page needs before its first paint. */
const BASE = new RegExp(
  [
    '/node_modules/(react|react-dom|scheduler|zod|zustand|use-sync-external-store)/',
    '/node_modules/@tanstack/(query-core|react-query|history|router-core|react-router|store|react-store)/',
    '/contract/(?!patch|stream|tokens/|transactions/|triggers/|swap|pricing|routes\\.ts|prediction/(account-routes|history|order|parlay|position|trade))',
    '/src/config\\.ts',
    '/src/(api|lib|state)/(?!stream/(?!held)|tokens|trigger|prices|parlay|swap|history|orders|orderbook|positions|trades|csv|alert|appearance|' +
      'save-file|explorer|(price|rules|token)-)',
    '/src/wallet/store\\.ts',
    '/src/ui/(age|button|category-glyph|chip|countdown|empty-state|error-state|icon-button|kbd|mark|panel|pill|' +
      'parlay-button|price|progress-bar|segmented|skeleton|table)\\.tsx',
  ].join('|'),
);

const server = `http://127.0.0.1:${process.env.PORT || 8787}`;
// Whole segments only: `/tokens/v2/recent` is the server's, a page at `/tokens` or `/trigger` is the app's.
const proxied = SERVER_PATHS.map((path) =>
  ['/prediction', '/tokens', '/trigger', '/swap', '/desk', '/paper'].includes(path)
    ? `^${path}/`
    : `^${path}($|[/?])`,
);

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: './src/routes',
      generatedRouteTree: './src/route-tree.gen.ts',
      routeFileIgnorePattern: '\\.test\\.',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      semicolons: true,
      addExtensions: true,
    }),
    react(),
    tailwindcss(),
    licences(),
  ],
  resolve: {
    alias: {
      '@contract': fileURLToPath(new URL('./contract', import.meta.url)),
      '@': fileURLToPath(new URL('./src', import.meta.url)),
    },
  },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    sourcemap: false,
    // The polyfill would be an inline script for old browsers, which the content security policy refuses.
    modulePreload: { polyfill: false },
    // Inlined assets become data: addresses, which the policy allows for images only.
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One chunk for what every page needs: two dozen small ones compress 5 % worse.
          groups: [{ name: 'base', test: BASE }],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(proxied.map((pattern) => [pattern, { target: server, ws: true }])),
  },
});
