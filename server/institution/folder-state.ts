import { Gauge, type Registry } from 'prom-client';

/** Why changed files of the institution are not in force. */
export interface RefusedFolder {
  readonly problems: readonly string[];
  /** The files are right, but some of it changes only with a restart; otherwise no process could start. */
  readonly needsRestart: boolean;
}

/** How the folder stands to what this process serves. */
export interface FolderState {
  /** Null while the loaded files are those of the folder. */
  refused(): RefusedFolder | null;
  note(refused: RefusedFolder | null): void;
}

export function createFolderState(registry: Registry): FolderState {
  let refused: RefusedFolder | null = null;
  registry.registerMetric(
    new Gauge({
      name: 'passbook_institution_folder_broken',
      help: "1 while a mistake in the institution's folder would keep this server from starting again, else 0",
      registers: [],
      collect() {
        this.set(refused !== null && !refused.needsRestart ? 1 : 0);
      },
    }),
  );
  return { refused: () => refused, note: (next) => void (refused = next) };
}
