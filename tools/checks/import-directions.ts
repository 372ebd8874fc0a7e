import { foldersOf, moduleNames } from './modules.ts';
import type { ImportOfFile, SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

interface Direction {
  /** The files this rule covers; its groups are passed to `mayImport`. */
  readonly files: RegExp;
  /** Returns allowed imports within the project: path prefixes or patterns. */
  readonly mayImport: (groups: readonly (string | undefined)[]) => readonly (string | RegExp)[];
  readonly fix: string;
}

const modules = `(${moduleNames.join('|')})`;

/** Interfaces that modules and `compose.ts` see of the layers below. */
const interfaces = [
  'server/host/host.ts',
  'server/host/host-errors.ts',
  'server/host/host-accounts.ts',
  'server/host/host-contacts.ts',
  'server/host/host-payments.ts',
  'server/host/host-loan-terms.ts',
  'server/host/host-servicing.ts',
  'server/host/host-statements.ts',
  'server/host/ledger-reports.ts',
  'server/payments-network/bank-account-check.ts',
  'server/payments-network/card-event.wire.ts',
  'server/payments-network/card-processor.ts',
  'server/payments-network/check-payments.ts',
  'server/payments-network/nacha/',
  'server/payments-network/routing/',
];

/** The first matching rule applies. */
const directions: readonly Direction[] = [
  {
    files: /^common\/core\//,
    mayImport: () => ['common/core/'],
    fix: 'common/core imports nothing of ours; move the imported code into core, or this file out of it.',
  },
  {
    files: /^common\/[^/]+\/(rules\/|[^/]+\.rules\.ts$)/,
    mayImport: () => ['common/core/', /^common\/[^/]+\/(rules\/|[^/]+\.rules\.ts$)/],
    fix: 'Rules import only common/core and other rules; pass the value as a parameter.',
  },
  {
    files: /^common\//,
    mayImport: () => ['common/'],
    fix: 'common runs on both sides and imports only common.',
  },
  {
    // Operator commands may combine several layers.
    files: /^server\/.*\.cli\.ts$/,
    mayImport: () => ['common/', 'server/'],
    fix: 'The server must not import the web or the demonstration.',
  },
  {
    files: /^server\/(host|payments-network)\//,
    mayImport: ([, layer = '']) => ['common/', `server/${layer}/`, 'server/platform/', 'server/services.ts'],
    fix: 'The host and the payments network import the platform and nothing of the portal.',
  },
  {
    files: /^server\/platform\//,
    mayImport: () => ['common/', 'server/platform/', 'server/services.ts'],
    fix: 'The platform imports no module; pass it as a parameter.',
  },
  {
    files: /^server\/messages\//,
    mayImport: () => [
      'common/',
      'server/messages/',
      'server/institution/',
      ...interfaces,
      'server/platform/',
      'server/services.ts',
    ],
    fix: 'Modules send messages; messages import no module except the institution.',
  },
  {
    files: /^server\/host-tasks\//,
    mayImport: () => [
      'common/',
      'server/host-tasks/',
      'server/messages/',
      ...interfaces,
      'server/platform/',
      'server/services.ts',
    ],
    fix: 'Modules enqueue host tasks; tasks import messages and no module.',
  },
  {
    files: new RegExp(`^server/${modules}/`),
    mayImport: ([, module = '']) => [
      'common/',
      ...foldersOf('server', module),
      'server/host-tasks/',
      'server/messages/',
      ...interfaces,
      'server/platform/',
      'server/services.ts',
    ],
    fix: 'A module imports only the modules allowed in tools/checks/modules.ts, and the interfaces of host and network.',
  },
  { files: /^server\//, mayImport: () => ['common/', 'server/', 'demo/'], fix: 'The server must not import the web.' },
  { files: /^demo\//, mayImport: () => ['common/', 'server/', 'demo/'], fix: 'The demonstration is server code.' },
  {
    files: /^web\/ui\//,
    mayImport: () => ['common/', 'web/ui/'],
    fix: 'ui contains primitives without routing or data; move this into kit.',
  },
  {
    files: /^web\/(data|institution)\//,
    mayImport: () => ['common/', 'web/data/', 'web/institution/', 'web/paths.ts'],
    fix: 'data imports no components; components call data.',
  },
  {
    files: /^web\/kit\//,
    mayImport: () => ['common/', 'web/kit/', 'web/ui/', 'web/data/', 'web/institution/', 'web/paths.ts'],
    fix: 'ui ← kit ← screens: the kit imports no screen and no shell.',
  },
  {
    files: /^web\/shell\//,
    mayImport: () => ['common/', 'web/shell/', 'web/kit/', 'web/ui/', 'web/data/', 'web/institution/', 'web/paths.ts'],
    fix: 'The shell imports no screens; routes.tsx inserts them.',
  },
  {
    files: new RegExp(`^web/${modules}/`),
    mayImport: ([, module = '']) => [
      'common/',
      ...foldersOf('web', module),
      'web/shell/',
      'web/kit/',
      'web/ui/',
      'web/data/',
      'web/paths.ts',
    ],
    fix: 'A module imports only the modules allowed in tools/checks/modules.ts: link through paths.ts, share through kit.',
  },
  {
    files: /^web\//,
    mayImport: () => ['common/', 'web/'],
    fix: 'The web must not import the server; share through common.',
  },
  {
    // The reference is made from the definitions of the server.
    files: /^tools\/write-reference\./,
    mayImport: () => ['common/', 'server/', 'tools/'],
    fix: 'The reference imports definitions, not the web.',
  },
  {
    files: /^tools\//,
    mayImport: () => ['common/', 'tools/', 'tests/support/'],
    fix: "Tools read the project as files; they may import only common and the tests' support.",
  },
];

/** Packages that tie code to browser or server. */
const oneSided = /^(node:|react|@tanstack\/|fastify|@fastify\/|kysely|pg$|pg-boss|@electric-sql\/|pino)/;
const serverOnly = /^(node:|fastify|@fastify\/|kysely|pg$|pg-boss|@electric-sql\/|pino)/;
const webOnly = /^(react|react-dom|@tanstack\/|lucide-react|maska)(\/|$)/;

/** Files that must not reach the browser's bundle; only their types may be imported. */
const typesOnlyForWeb =
  /^common\/([^/]+\/([a-z-]+-)?texts\.ts$|.*\.api\.ts$|contract\/(all-apis|all-texts|define-texts|contract|envelope)\.ts$)/;

/** Requires one direction: common ← server, common ← web, ui ← kit ← screens, platform ← modules. */
export function checkImportDirections(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ isTest }) => !isTest)
    .flatMap((file) => file.imports.flatMap((imported) => checkImport(file, imported) ?? []));
}

function checkImport(file: SourceFile, imported: ImportOfFile): Violation | undefined {
  const at = { file: file.path, line: imported.line, problem: `imports ${imported.specifier}` };
  if (imported.isPackage) return checkPackage(file, imported, at);
  if (file.path.startsWith('web/') && !imported.typeOnly && typesOnlyForWeb.test(imported.target)) {
    return { ...at, fix: "Schemas and texts stay out of the browser's bundle: use `import type`." };
  }
  const direction = directions.find(({ files: pattern }) => pattern.test(file.path));
  if (!direction) return undefined;
  const groups = [...(direction.files.exec(file.path) ?? [])];
  const allowed = direction
    .mayImport(groups)
    .some((place) => (typeof place === 'string' ? imported.target.startsWith(place) : place.test(imported.target)));
  return allowed ? undefined : { ...at, fix: direction.fix };
}

function checkPackage(
  file: SourceFile,
  { specifier, typeOnly }: ImportOfFile,
  at: Omit<Violation, 'fix'>,
): Violation | undefined {
  if (typeOnly) return undefined;
  if (file.path.startsWith('common/') && oneSided.test(specifier)) {
    return { ...at, fix: 'common runs in the browser and on the server; use the package only on its side.' };
  }
  if (file.path.startsWith('web/') && (serverOnly.test(specifier) || specifier === 'zod')) {
    return { ...at, fix: 'This package is for the server; the browser validates with the rules in common.' };
  }
  if (file.path.startsWith('server/') && webOnly.test(specifier)) {
    return { ...at, fix: 'This package is for the browser.' };
  }
  return undefined;
}
