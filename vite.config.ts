import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { DEFAULT_BASES } from './contract/config.ts';
import { createChunkGroups, preloadOfEntry } from './scripts/lib/chunks.ts';
import { fetchedImports } from './scripts/lib/fetched-imports.ts';
import { licences } from './scripts/lib/licences.ts';

/** What the server answers itself below these; a page of the app may stand at `/tokens` or `/trigger`. */
const SERVER_FOLDERS = [...Object.values(DEFAULT_BASES).map((base) => base.split('/')[1]), 'paper'];
/** What it answers there and below; the rest of the address space is the app. */
const SERVER_PATHS = ['rpc', 'config.json', 'healthz', 'readyz', 'openapi.json', 'docs', 'metrics'];

const server = `http://127.0.0.1:${process.env.PORT || 8787}`;
const proxied = [
  ...SERVER_FOLDERS.map((name) => `^/${name}/`),
  ...SERVER_PATHS.map((name) => `^/${name}($|[/?])`),
];

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
    preloadOfEntry(),
    fetchedImports(),
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
    // One sheet, which the document names: what is fetched later is code alone.
    cssCodeSplit: false,
    // The polyfill would be an inline script for old browsers, which the content security policy refuses.
    modulePreload: { polyfill: false },
    // Inlined assets become data: addresses, which the policy allows for images only.
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What is there before any page, and what most pages need, by the graph of modules. Files are named only
          // where it does not tell: the first page and the other pages, which count for more, and the loader of code.
          groups: createChunkGroups(),
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
