import path from 'node:path';
import { loadInstitution } from '#server/institution/load-institution.ts';
import { readInstitutionFiles } from '#server/institution/institution-files.ts';
import { reloadInstitution, watchFolders } from '#server/institution/reload-institution.ts';
import { contradictionsOf } from '#server/institution/contradictions.ts';
import { ConfigError } from '#server/platform/config.ts';
import type { Services } from '#server/services.ts';
import { settingProblems } from './check-settings.ts';

interface Reloading {
  /** Loads the institution now. */
  reload(): Promise<boolean>;
  stop(): void;
}

/**
 * Loads the institution again whenever one of its files changes, or on request.
 * @param renew renews what a process made from the institution
 */
export function startReloading(
  {
    institution,
    institutionFolder: folder,
    config,
    log,
  }: Pick<Services, 'institution' | 'institutionFolder' | 'config' | 'log'>,
  renew: () => Promise<void> = () => Promise.resolve(),
): Reloading {
  const load = async () => {
    const loaded = await loadInstitution(config.institutionFolder);
    const contradictions = config.mode === 'production' ? contradictionsOf(loaded) : [];
    const problems = [...settingProblems(config, loaded), ...contradictions];
    if (problems.length > 0) throw new ConfigError(problems);
    return loaded;
  };
  const reload = () => reloadInstitution({ institution, load, renew, folder, log });
  let watcher: { stop(): void } | undefined;
  let stopped = false;
  const watch = async () => {
    // The folders that this one extends count as well.
    const chain = await readInstitutionFiles(config.institutionFolder, []);
    const folders = chain.map(({ folder }) => path.resolve(folder));
    if (!stopped) watcher = watchFolders(folders, async () => void (await reload()));
  };
  void watch();
  return {
    reload,
    stop() {
      stopped = true;
      watcher?.stop();
    },
  };
}
