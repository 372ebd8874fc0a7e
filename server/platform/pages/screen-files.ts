import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** One built chunk, as Vite's manifest describes it. */
interface Chunk {
  readonly file: string;
  /** As `vite.config.ts` names it. */
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly isEntry?: boolean;
}

/** By the last part of the screen's address. */
export interface ScreenFiles extends Readonly<Record<string, readonly string[]>> {
  /** The files that every screen except the sign-in page loads. */
  readonly portal: readonly string[];
  readonly signIn: readonly string[];
}

/** The screens' modules by the last part of the address, in lower case. */
const modules: Readonly<Record<string, readonly string[]>> = {
  dashboard: ['web/accounts/Dashboard.tsx'],
  loandetails: ['web/accounts/loan-details/LoanDetails.tsx'],
  payment: ['web/payments/MakePayment.tsx'],
  profile: ['web/profile/Profile.tsx'],
};

/**
 * Returns the scripts and styles of the sign-in form, and of the screens that customers open most, for `early.js` to fetch
 * at once.
 * @throws Error if the build has no such module
 */
export async function readScreenFiles(webFolder: string): Promise<ScreenFiles> {
  const manifest = JSON.parse(await readFile(path.join(webFolder, '.vite/manifest.json'), 'utf8')) as Readonly<
    Record<string, Chunk>
  >;
  const named = (wanted: string) => Object.keys(manifest).find((key) => manifest[key]?.name === wanted) ?? wanted;
  const portal = filesOf(manifest, [named('portal')]);
  const screens = Object.entries(modules).map(
    ([name, own]) => [name, [...filesOf(manifest, own)].filter((file) => !portal.has(file))] as const,
  );
  return { ...Object.fromEntries(screens), portal: [...portal], signIn: [...filesOf(manifest, [named('sign-in')])] };
}

function filesOf(manifest: Readonly<Record<string, Chunk>>, modulesOfScreen: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The built pages don't contain ${name}`);
    // The page already loads its entry.
    if (chunk.isEntry === true || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  modulesOfScreen.forEach(visit);
  return files;
}
