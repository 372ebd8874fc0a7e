/** Stands in for the query library's cache of mutations, of which the portal has none; see `vite.config.ts`. */
export class MutationCache {
  findAll(): readonly never[] {
    return [];
  }

  clear(): void {}

  resumePausedMutations(): Promise<void> {
    return Promise.resolve();
  }
}
