import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildProject, buildIsCurrent } from './build.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'passbook-pages-'));
  write('web/main.tsx', 'first');
  write('common/core/money.ts', 'cents');
  write('package-lock.json', '{}');
  useBuild('require("node:fs").mkdirSync("dist", { recursive: true })');
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('building', () => {
  it('happens once if nothing changes', () => {
    expect(buildIsCurrent(folder)).toBe(false);
    expect(buildProject(folder, process.execPath)).toBe(true);
    expect(buildIsCurrent(folder)).toBe(true);
  });

  it.each([
    ['web/main.tsx', 'second'],
    ['web/new-screen.tsx', ''],
    ['common/core/money.ts', 'dollars'],
    ['server/main.ts', ''],
    ['package-lock.json', '{"packages":{}}'],
    ['vite.config.ts', 'export {}'],
  ])('happens after a change of %s', (file, content) => {
    buildProject(folder, process.execPath);
    write(file, content);
    expect(buildIsCurrent(folder)).toBe(false);
  });

  it.each(['web/main.test.tsx', 'server/main.test.ts', 'README.md'])('does not happen after a change of %s', (file) => {
    buildProject(folder, process.execPath);
    write(file, 'changed');
    expect(buildIsCurrent(folder)).toBe(true);
  });

  it('writes compressed copies next to the files the server sends', () => {
    useBuild(`const fs = require('node:fs');
      fs.mkdirSync('dist/web/assets', { recursive: true });
      fs.writeFileSync('dist/web/assets/main.js', 'const a = 1;'.repeat(100));`);
    buildProject(folder, process.execPath);
    const script = join(folder, 'dist/web/assets/main.js');
    expect(gunzipSync(readFileSync(`${script}.gz`))).toEqual(readFileSync(script));
    expect(brotliDecompressSync(readFileSync(`${script}.br`))).toEqual(readFileSync(script));
  });

  it('happens after a failed build', () => {
    buildProject(folder, process.execPath);
    useBuild('process.exit(1)');
    expect(buildProject(folder, process.execPath)).toBe(false);
    expect(buildIsCurrent(folder)).toBe(false);
  });
});

function useBuild(script: string): void {
  write('node_modules/vite/package.json', '{}');
  write('node_modules/vite/bin/vite.js', script);
}

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
