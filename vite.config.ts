import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const createIcon = fileURLToPath(new URL('web/ui/create-icon.ts', import.meta.url));

/** Draws icons with a few lines of ours: the package's own general code weighs the sign-in page down by a kilobyte. */
const lightIcons: Plugin = {
  name: 'light-icons',
  load: {
    filter: { id: /lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ },
    handler: () => `export { createLucideIcon as default } from ${JSON.stringify(createIcon)};`,
  },
};

export default defineConfig({
  // Without the React Compiler: its memory cells cost the sign-in page 4 kB, and nothing here renders often.
  plugins: [react(), lightIcons],
  // Served by the portal's own server at its root.
  base: '/',
  // What a library of the router brings along for versions of React that lack it.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  publicDir: 'web/public',
  build: {
    outDir: 'dist/web',
    // The server reads which files a screen needs.
    manifest: true,
    target: 'es2024',
    // The page's policy allows no data: addresses, so every file stays a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The sign-in page lists those of its screens.
        chunkFileNames: 'assets/[name]-[hash:8].js',
        assetFileNames: 'assets/[hash:6][extname]',
        codeSplitting: {
          groups: [
            // The sign-in page in one file.
            { name: 'sign-in', tags: ['$initial'], priority: 2 },
            // Behind it: the router and the queries, forms, and what screens share.
            { name: 'libraries', test: /@tanstack/, priority: 3 },
            { name: 'forms', test: /react-hook-form|maska/, priority: 3 },
            { name: 'account', minShareCount: 8, priority: 1 },
            // Only whoever uses a passkey fetches what it takes.
            { name: 'passkeys', test: /@simplewebauthn/, priority: 3 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': 'http://localhost:8080',
      '/institution': 'http://localhost:8080',
    },
  },
});
