import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const createIcon = fileURLToPath(new URL('web/ui/create-icon.ts', import.meta.url));

/** Draws icons with our own few lines; the package's general code adds a kilobyte to the sign-in page. */
const lightIcons: Plugin = {
  name: 'light-icons',
  load: {
    filter: { id: /lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ },
    handler: () => `export { createLucideIcon as default } from ${JSON.stringify(createIcon)};`,
  },
};

export default defineConfig({
  // No React Compiler: its caches add 4 kB to the sign-in page, and nothing here renders often.
  plugins: [react(), lightIcons],
  // The portal's server serves it at the root.
  base: '/',
  // React includes this hook; the router's library ships a shim for older versions.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  publicDir: 'web/public',
  build: {
    outDir: 'dist/web',
    // For the server, which looks up the files a screen needs.
    manifest: true,
    target: 'es2024',
    // The content security policy forbids data: URLs, so assets stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The sign-in page lists the files of its screens by name.
        chunkFileNames: 'assets/[name]-[hash:8].js',
        assetFileNames: 'assets/[hash:6][extname]',
        codeSplitting: {
          groups: [
            // The sign-in page in a single file.
            { name: 'sign-in', tags: ['$initial'], priority: 4 },
            // Loaded after it: router, queries, forms, and code shared by screens.
            { name: 'libraries', test: /@tanstack/, priority: 3 },
            { name: 'forms', test: /react-hook-form|maska/, priority: 3 },
            { name: 'account', minShareCount: 8, priority: 1 },
            // Loaded only for passkeys.
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
