import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Options } from '#common/contract/all-options.ts';
import type { Logo } from '#common/institution/institution.ts';

/** Part of every email, and of every stored design of a statement. */
const MAX_BYTES = 200_000;

const rasterTypes = ['.png', '.jpg', '.jpeg'] as const;

export interface Logos {
  readonly onWhite: Logo | null;
  readonly onBrand: Logo | null;
}

/**
 * Reads the logos for emails and PDFs, which can't show an SVG: the file of the option, or one of the same name that
 * ends in .png or .jpg beside it. Null shows the name instead.
 */
export async function readLogos(options: Options, assetsFolder: string | null, problems: string[]): Promise<Logos> {
  const read = (key: 'globalOptions.logoUrl' | 'globalOptions.logoOnBrandUrl') =>
    assetsFolder === null ? null : readLogo(options[key], assetsFolder, problems);
  return {
    onWhite: await read('globalOptions.logoUrl'),
    onBrand: await read('globalOptions.logoOnBrandUrl'),
  };
}

async function readLogo(url: string, assetsFolder: string, problems: string[]): Promise<Logo | null> {
  if (!url.startsWith('/institution/')) return null;
  const file = path.join(assetsFolder, url.slice('/institution/'.length).replace(/[?#].*$/, ''));
  const { ext, dir, name } = path.parse(file);
  const types = rasterTypes.filter((type) => type === ext.toLowerCase());
  for (const type of types.length > 0 ? types : rasterTypes) {
    const content = await readFile(path.join(dir, `${name}${type}`)).catch(() => undefined);
    if (!content) continue;
    if (content.length > MAX_BYTES) {
      problems.push(
        `assets/${name}${type} has ${content.length} bytes; a logo for emails may have ${MAX_BYTES}. Make it smaller`,
      );
      return null;
    }
    return { type: type === '.png' ? 'image/png' : 'image/jpeg', base64: content.toString('base64') };
  }
  return null;
}
