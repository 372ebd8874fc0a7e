import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { type CSSOptions, defineConfig, type Plugin } from 'vite';

const createIcon = fileURLToPath(new URL('web/ui/create-icon.ts', import.meta.url));

/** Draws icons with our own few lines; the package's general code adds a kilobyte to the sign-in page. */
const lightIcons: Plugin = {
  name: 'light-icons',
  load: {
    filter: { id: /lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ },
    handler: () => `export { createLucideIcon as default } from ${JSON.stringify(createIcon)};`,
  },
};

/** Parts of the router that nothing here uses; they would add 2 kB to every screen after the sign-in. */
const unusedParts: Readonly<Record<string, string>> = {
  // Ours are in `PortalLink.tsx`.
  'react-router/dist/esm/link.js': 'export let Link, createLink, linkOptions, useLinkProps;',
  // `routes.tsx` reads and writes the search of an address.
  'router-core/dist/esm/searchParams.js':
    'export let defaultParseSearch, defaultStringifySearch, parseSearchWith, stringifySearchWith;',
};

const withoutUnusedParts: Plugin = {
  name: 'without-unused-parts',
  load: {
    filter: { id: Object.keys(unusedParts).map((file) => new RegExp(`@tanstack/${file}$`)) },
    handler: (id) => Object.entries(unusedParts).find(([file]) => id.endsWith(file))?.[1],
  },
};

/** Leaves what loads in pages, which only the history does, to the file of the history: half a kilobyte on every screen. */
const latePages: Plugin = {
  name: 'late-pages',
  transform: {
    filter: { id: /query-core\/build\/modern\/(query|infiniteQueryObserver)\.js$/ },
    handler: (code, id) => {
      const needs = 'import { infiniteQueryBehavior } from "./infiniteQueryBehavior.js";';
      if (!id.endsWith('/query.js'))
        return `${needs} import { setPages } from "./query.js"; setPages(infiniteQueryBehavior);\n${code}`;
      if (!code.includes(needs)) throw new Error('TanStack Query loads pages in another way now');
      return code.replace(
        needs,
        'let infiniteQueryBehavior; export const setPages = (of) => { infiniteQueryBehavior = of; };',
      );
    },
  },
};

/** Short names for classes; a quarter of a kilobyte on each page. */
export const css: CSSOptions = {
  modules: {
    generateScopedName: (name, file) => `_${hash('sha256', `${path.basename(file)} ${name}`, 'base64url').slice(0, 6)}`,
  },
};

/** Imports each icon from its own file, so that a screen's files have only the icons it shows. */
const singleIcons: Plugin = {
  name: 'single-icons',
  enforce: 'pre',
  transform: {
    filter: { code: "from 'lucide-react'" },
    handler: (code) =>
      code.replaceAll(/import \{([^}]+)\} from 'lucide-react';/g, (_, names: string) =>
        names
          .split(',')
          .flatMap((entry) => {
            const [name = '', local = name] = entry.trim().split(' as ');
            return name === '' ? [] : [`import ${local} from 'lucide-react/icons/${fileOfIcon(name)}';`];
          })
          .join(' '),
      ),
  },
};

/**
 * Imports the classes of a style sheet one by one instead of as an object, so that the build puts the names where they are
 * used and drops the others.
 */
const singleClasses: Plugin = {
  name: 'single-classes',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { code: '.module.css' },
    handler: (code) => code.replaceAll(/import (\w+) from '([^']+\.module\.css)';/g, "import * as $1 from '$2';"),
  },
};

const staticImports = new Map<string, readonly string[]>();

/** Notes what each built file imports, for `withoutLoaded`. */
const importsOfFiles: Plugin = {
  name: 'imports-of-files',
  generateBundle: {
    order: 'pre',
    handler: (_, bundle) => {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') staticImports.set(file.fileName, file.imports);
    },
  },
};

/** Leaves out of the files that an `import()` fetches those that its own file has loaded; naming them adds up to 1 kB. */
function withoutLoaded(files: readonly string[], host: string): string[] {
  const loaded = new Set<string>();
  const enter = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    staticImports.get(file)?.forEach(enter);
  };
  enter(host);
  return files.filter((file) => !loaded.has(file));
}

/**
 * Keeps the styles of a module of which no name is left, since all were put where they are used (`inlineConst`). Without
 * the list of its names, which nothing imports.
 */
const keptStyles: Plugin = {
  name: 'kept-styles',
  enforce: 'post',
  apply: 'build',
  transform: {
    filter: { id: /\.module\.css$/ },
    handler: (code) => ({
      code: code.replace(/export default \{[^}]*\};?/, ''),
      map: null,
      moduleSideEffects: 'no-treeshake',
    }),
  },
};

const iconList = readFileSync(
  new URL('node_modules/lucide-react/dist/esm/lucide-react.mjs', import.meta.url),
  'utf8',
).split('\n');

function fileOfIcon(name: string): string {
  const line = iconList.find((one) => one.includes(` ${name},`) || one.includes(` ${name} }`));
  const file = line && /icons\/(.+)\.mjs/.exec(line)?.[1];
  if (file === undefined) throw new Error(`lucide-react has no icon ${name}`);
  return file;
}

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** The screens that customers open most. */
const mainScreens = {
  dashboard: 'web/accounts/Dashboard.tsx',
  loan: 'web/accounts/loan-details/LoanDetails.tsx',
  payment: 'web/payments/MakePayment.tsx',
  profile: 'web/profile/Profile.tsx',
} as const;
/** The modules that every screen but the sign-in page loads, and every screen after the sign-in. */
const portal = 'web/portal.tsx';
const frame = 'web/shell/AccountLayout.tsx';
/** Modules that many screens need, and that are too small for a file of their own. */
const small = [
  'common/core/keys-of.ts',
  'web/data/use-action.ts',
  'web/kit/FocusedAlert.tsx',
  'web/payments/schedules/PlannedPayments.tsx',
  'web/payments/schedules/planned-payments-data.ts',
  'web/ui/DefinitionList.tsx',
  'node_modules/lucide-react/dist/esm/icons/check.mjs',
];
const entry = 'index.html';
const signInPage = 'web/start-sign-in-page.tsx';
/** Near the top of loan details, so most visits load it. */
const charts = 'web/accounts/loan-details/RepaymentCharts.tsx';
const lateParts = ['FrameParts', 'SubmissionNotices'].map((name) => `web/shell/${name}.tsx`);
/** By this name, the server finds the file of both in the manifest. */
const PORTAL_FILE = 'portal';

const pathOf = (module: string) => fileURLToPath(new URL(module, import.meta.url));
const filesOf = new Map<string, ReadonlySet<string>>();

/** Returns a module and all it imports, except by `import()`. */
function withImports(graph: ModuleGraph, module: string): ReadonlySet<string> {
  const known = filesOf.get(module);
  if (known) return known;
  const found = new Set<string>();
  const enter = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(enter);
  };
  enter(pathOf(module));
  filesOf.set(module, found);
  return found;
}

/**
 * Names the first file: React, and what both the sign-in page and the screens after it need. Two files for the sign-in
 * page, one of which other screens do without.
 */
function baseFile(id: string, graph: ModuleGraph): string | null {
  const isIn = (module: string) => withImports(graph, module).has(id);
  const { dashboard, loan, payment } = mainScreens;
  const isShared = isIn(signInPage) && [portal, frame, dashboard, loan, charts, payment].some(isIn);
  // Among them is the runtime of the bundler.
  return isShared || isIn(entry) || id.startsWith('\0') ? 'base' : null;
}

/** Names the file of the sign-in form, on its page and in the portal. By this name, the server finds it. */
function signInFile(id: string, graph: ModuleGraph): string | null {
  return withImports(graph, signInPage).has(id) ? 'sign-in' : null;
}

/** Names the file of what `late-parts.ts` loads after the first screen. */
function lateFile(id: string, graph: ModuleGraph): string | null {
  return !/@tanstack/.test(id) && lateParts.some((module) => withImports(graph, module).has(id)) ? 'late' : null;
}

/**
 * Names the file of router, queries, menu and frame, and of what the dashboard shares. Visitors' screens load it too, whose
 * parts need each other: one file compresses better than several.
 */
function portalFile(id: string, graph: ModuleGraph): string | null {
  // Only the history comes in pages.
  if (/@tanstack/.test(id)) return /nfiniteQuery(Observer|Behavior)?\./.test(id) ? null : PORTAL_FILE;
  if ([portal, frame, ...small].some((module) => withImports(graph, module).has(id))) return PORTAL_FILE;
  const [first, ...others] = screensWith(id, graph).filter((name) => name !== 'profile');
  return first === 'dashboard' && others.length > 0 ? PORTAL_FILE : null;
}

/**
 * Names the file for what main screens share: left alone, a screen would be 50 files, and each costs a phone a round trip.
 */
function sharedFile(id: string, graph: ModuleGraph): string | null {
  const screens = screensWith(id, graph);
  const [first, ...others] = screens.filter((name) => name !== 'profile');
  if (first && others.length > 0) return [first, ...others].join('-');
  return screens.length > 1 ? screens.join('-') : null;
}

/** Names the file for what one main screen shares with screens that are opened less. */
function partsFile(id: string, graph: ModuleGraph): string | null {
  const [screen, ...others] = screensWith(id, graph);
  return screen && others.length === 0 ? `${screen}-parts` : null;
}

function screensWith(id: string, graph: ModuleGraph): string[] {
  return Object.entries(mainScreens).flatMap(([name, module]) => (withImports(graph, module).has(id) ? [name] : []));
}

/** Those of every build of pages. */
export const plugins = [singleIcons, singleClasses, react(), lightIcons];

export default defineConfig({
  // No React Compiler: its caches add 4 kB to the sign-in page, and nothing here renders often.
  plugins: [...plugins, withoutUnusedParts, latePages, importsOfFiles, keptStyles],
  // The portal's server serves it at the root.
  base: '/',
  // React includes this hook; the router's library ships a shim for older versions.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  css,
  publicDir: 'web/public',
  build: {
    outDir: 'dist/web',
    // For the server, which looks up the files a screen needs.
    manifest: true,
    target: 'es2024',
    // The content security policy forbids data: URLs, so assets stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: (_, files, { hostId }) => withoutLoaded(files, hostId) },
    rolldownOptions: {
      // Names of classes, texts and paths where they are used, instead of in lists: 1.4 kB of the payment screen.
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        // Without names, which the first files list for every screen: 1 kB.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:6][extname]',
        codeSplitting: {
          groups: [
            { name: baseFile, debugName: 'base', priority: 6 },
            { name: signInFile, debugName: 'sign-in', priority: 5 },
            { name: portalFile, debugName: 'portal', priority: 4 },
            { name: lateFile, debugName: 'late', priority: 3 },
            { name: 'pages', test: /@tanstack/, priority: 3 },
            { name: 'forms', test: /react-hook-form|maska/, priority: 3 },
            { name: sharedFile, debugName: 'shared', priority: 2 },
            { name: partsFile, debugName: 'parts', minShareCount: 2, priority: 1 },
            { name: 'common', minShareCount: 8, priority: 1 },
            // Loaded only for passkeys.
            { name: 'passkeys', test: /@simplewebauthn/, priority: 3 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': 'http://localhost:8080',
      '/institution': 'http://localhost:8080',
    },
  },
});
