import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folders: string[] = [];

/** Writes an institution of its own, with these files on top of the few that every institution needs. */
export async function institutionFiles(files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'institution-'));
  folders.push(folder);
  const options = files['options.json'] ?? {};
  const profile = files['institution.json'] ?? {};
  const all = {
    ...files,
    'institution.json':
      typeof profile === 'object'
        ? { name: 'Test Bank', phone: '(555) 010-2000', hours: '9 to 5', ...profile }
        : profile,
    'options.json':
      typeof options === 'object' ? { 'messageOptions.sendTo': 'service@bank.example', ...options } : options,
  };
  for (const [name, content] of Object.entries(all)) {
    await writeFile(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

export async function removeInstitutionFiles(): Promise<void> {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
}
