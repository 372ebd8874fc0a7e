import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const harbor = fileURLToPath(new URL('../../institutions/harbor', import.meta.url));

export async function writeInstitution(
  options: Readonly<Record<string, unknown>>,
  texts: Readonly<Record<string, string | null>> = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'passbook-institution-'));
  await writeFile(join(folder, 'institution.json'), JSON.stringify({ extends: harbor }));
  await writeFile(join(folder, 'options.json'), JSON.stringify(options));
  await writeFile(join(folder, 'texts.json'), JSON.stringify(texts));
  return folder;
}
