import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The sign-in screen for Node, in one bundle: see web/prerender/. */
export default defineConfig({
  plugins: [react()],
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
