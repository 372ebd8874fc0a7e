import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Institution } from '#common/institution/institution.ts';
import type { Log } from '#server/platform/log.ts';
import { ConfigError } from '#server/platform/config.ts';
import { PlainError } from '#server/platform/plain-error.ts';
import type { FolderState } from './folder-state.ts';
import { InstitutionError } from './load-institution.ts';

export interface ReloadParts {
  /** The one object that every part of the process reads; its values are replaced. */
  readonly institution: Institution;
  /** Reads the folders again. @throws InstitutionError or ConfigError with all problems */
  readonly load: () => Promise<Institution>;
  /** Renews what was made from the institution, such as the page and its policy. */
  readonly renew: () => Promise<void>;
  readonly folder: FolderState;
  readonly log: Log;
}

/**
 * Loads changed institution files into the running process. A broken folder changes nothing: the old one keeps serving,
 * and log, health and metrics say what is wrong.
 * @returns whether the new files are in force
 */
export async function reloadInstitution({ institution, load, renew, folder, log }: ReloadParts): Promise<boolean> {
  try {
    const loaded = await load();
    refuseWhatNeedsRestart(institution, loaded);
    Object.assign(institution, loaded);
    await renew();
    folder.note(null);
    log.info({ institution: institution.id }, 'loaded the changed institution');
    return true;
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    const problems =
      error instanceof InstitutionError || error instanceof ConfigError ? error.problems : [error.message];
    folder.note({ problems, needsRestart: error instanceof NeedsRestart });
    log.error(
      { institution: institution.id, reason: error.message },
      'kept the old institution: the new one is refused',
    );
    return false;
  }
}

class NeedsRestart extends PlainError {
  override readonly name = 'NeedsRestart';
}

/** The clock, the books, the schedule of jobs and the addresses of files have these from the start. */
function refuseWhatNeedsRestart(now: Institution, next: Institution): void {
  const changed = (['timeZone', 'demonstration', 'servicing', 'assetsFolder'] as const).find(
    (key) => JSON.stringify(now[key]) !== JSON.stringify(next[key]),
  );
  const siteKey = 'messageOptions.captchaSiteKey';
  const what = changed ?? (now.options[siteKey] === next.options[siteKey] ? undefined : siteKey);
  if (what !== undefined) throw new NeedsRestart(`"${what}" changes only with a restart of every process`);
}

const LOOK_EVERY_MS = 2_000;

/**
 * Calls `onChange` when a file in one of the folders was changed, added or removed, once it has stayed the same for one
 * look: a copy in progress is half a folder. Looks at dates instead of waiting for notices, which network folders and
 * containers don't send.
 */
export function watchFolders(folders: readonly string[], onChange: () => Promise<void>): { stop(): void } {
  let known: string | undefined;
  let pending: string | undefined;
  const look = async () => {
    const now = await fingerprintOf(folders);
    if (known === undefined) known = now;
    else if (now !== known && now === pending) {
      known = now;
      await onChange();
    }
    pending = now;
  };
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    void look().finally(() => (busy = false));
  }, LOOK_EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

async function fingerprintOf(folders: readonly string[]): Promise<string> {
  const lines = folders.map(async (folder) => {
    const files = await readdir(folder, { recursive: true }).catch(() => []);
    const facts = files.map(async (file) => {
      const found = await stat(path.join(folder, file)).catch(() => undefined);
      return found?.isFile() ? `${file} ${found.size} ${found.mtimeMs}` : '';
    });
    return (await Promise.all(facts)).join('\n');
  });
  return (await Promise.all(lines)).join('\n');
}
