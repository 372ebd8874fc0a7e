import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** The field key of the backup below; everything in it is invented. */
export const formerFieldKey = 'eSel9ssGqpVJAs+oVFAox6lkXkWs29WnRFxGm0nWM9U=';

/**
 * Unpacks a backup that the release at migration 0038 made in its own go-live test: an imported customer with a login
 * who has paid $100.00 by card. Upgrades are tested with it, because a database made today has no former data.
 */
export async function unpackFormerBackup(folder: string): Promise<void> {
  const packed = await promisify(gunzip)(await readFile(new URL('former-release.json.gz', import.meta.url)));
  for (const [name, content] of Object.entries(JSON.parse(packed.toString()) as Record<string, string>)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), Buffer.from(content, 'base64'));
  }
}
