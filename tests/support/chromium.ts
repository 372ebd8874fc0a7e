import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type LaunchOptions } from 'playwright/test';

const cacheFolder = fileURLToPath(new URL('../../.cache/', import.meta.url));

/** Returns launch options: on Linux for the browser in the npm package, elsewhere for an installed Chrome. */
export async function findBrowser(): Promise<LaunchOptions> {
  if (process.platform === 'linux' && process.arch === 'x64') return launchPackaged(await unpack());
  return existsSync(chromium.executablePath()) ? {} : { channel: 'chrome' };
}

function launchPackaged(folder: string): LaunchOptions {
  const executablePath = join(folder, 'chromium');
  try {
    execFileSync(executablePath, ['--version', '--no-sandbox'], { stdio: 'pipe' });
  } catch (error) {
    throw new Error(
      'The packaged Chromium does not start; a bare Debian or Ubuntu needs libnss3, libnspr4 and libexpat1.',
      { cause: error },
    );
  }
  return {
    executablePath,
    // Bundled fonts, so text wraps the same on every machine.
    env: { ...definedEnvironment(), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
    // Containers don't allow Chromium's sandbox.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'],
  };
}

/** Uses a private temporary folder, because the package assumes that existing files are complete. */
async function unpack(): Promise<string> {
  const { default: packaged } = await import('@sparticuz/chromium');
  const version = await readPackagedVersion();
  const folder = join(cacheFolder, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.${process.pid}`;
  await mkdir(partial, { recursive: true });
  const temporary = process.env['TMPDIR'];
  process.env['TMPDIR'] = partial;
  try {
    await packaged.executablePath();
  } finally {
    if (temporary === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = temporary;
  }
  await writeFile(join(partial, 'fonts.conf'), fontConfiguration(folder));
  await rename(partial, folder).catch(() => rm(partial, { recursive: true }));
  return folder;
}

function fontConfiguration(folder: string): string {
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    `<fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>`,
    '',
  ].join('\n');
}

async function readPackagedVersion(): Promise<string> {
  const manifest = await readFile(
    new URL('../../node_modules/@sparticuz/chromium/package.json', import.meta.url),
    'utf8',
  );
  return (JSON.parse(manifest) as { version: string }).version;
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
