import { defineConfig } from 'vite';
import portal, { css } from './vite.config.ts';

/** Builds the sign-in screen for Node in one bundle; see web/prerender/. */
export default defineConfig({
  // Must match the browser build, or hydration would fail.
  plugins: portal.plugins ?? [],
  css,
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, resolve: { conditions: ['browser', 'module', 'import', 'default'] } },
  build: {
    ssr: 'web/prerender/render-sign-in.tsx',
    outDir: 'dist/prerender',
    target: 'es2024',
    rolldownOptions: { output: { entryFileNames: '[name].js' } },
  },
});
