/** The module names, the same in `common/`, `server/` and `web/`. */
export const moduleNames = [
  'identity',
  'registration',
  'accounts',
  'payments',
  'documents',
  'profile',
  'contact',
  'institution',
] as const;

export type ModuleName = (typeof moduleNames)[number];

/** Allowed imports between modules. Every module may import `institution`, which imports none. */
const moduleArrows: Readonly<Record<ModuleName, readonly ModuleName[]>> = {
  accounts: ['payments', 'documents', 'profile', 'identity'],
  payments: ['identity'],
  registration: ['identity'],
  profile: ['documents', 'identity'],
  documents: [],
  contact: [],
  identity: [],
  institution: [],
};

/** Returns the folders below `tree` that a file of `module` may import, in addition to the layers below modules. */
export function foldersOf(tree: 'server' | 'web', module: string): string[] {
  const arrows = moduleArrows[module as ModuleName] ?? [];
  return [module, ...arrows, 'institution'].map((name) => `${tree}/${name}/`);
}
