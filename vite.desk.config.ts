import { defineConfig } from 'vite';
import { plugins } from './vite.config.ts';

/** Builds the staff's pages apart from the portal, so that neither loads anything of the other. */
export default defineConfig({
  plugins,
  base: '/desk/',
  publicDir: false,
  build: {
    outDir: 'dist/desk',
    target: 'es2024',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: 'desk.html',
      output: { chunkFileNames: 'assets/[name]-[hash:8].js', assetFileNames: 'assets/[hash:6][extname]' },
    },
  },
});
