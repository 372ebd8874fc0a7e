import type { ImportOfFile, SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

interface Direction {
  /** Files the rule is about; groups may be used in `mayImport` as `$1`. */
  readonly files: RegExp;
  /** What of the project they may import, besides files of their own folder. */
  readonly mayImport: readonly string[];
  readonly mend: string;
}

/** The first rule that fits a file is the one that counts. */
const directions: readonly Direction[] = [
  {
    files: /^common\/core\//,
    mayImport: ['common/core/'],
    mend: 'common/core imports nothing of ours; move what it needs into core, or this file out of it.',
  },
  {
    files: /^common\/rules\//,
    mayImport: ['common/core/', 'common/rules/'],
    mend: 'common/rules knows only common/core; hand the value in as a parameter.',
  },
  {
    files: /^common\//,
    mayImport: ['common/'],
    mend: 'common runs on both sides and imports only common.',
  },
  {
    files: /^server\/host\/embedded\//,
    mayImport: ['common/', 'server/host/', 'server/platform/', 'server/services.ts'],
    mend: 'The books know the platform and the host interface, nothing of the portal.',
  },
  {
    files: /^server\/payments-network\//,
    mayImport: ['common/', 'server/payments-network/', 'server/platform/', 'server/services.ts'],
    mend: 'The payments network knows nothing of the portal that uses it.',
  },
  {
    files: /^server\/platform\//,
    mayImport: ['common/', 'server/platform/', 'server/services.ts'],
    mend: 'The platform carries the features and knows none; hand in what it needs.',
  },
  {
    files: /^server\/features\/([^/]+)\//,
    mayImport: [
      'common/',
      'server/features/$1/',
      'server/host/host.ts',
      'server/host/host-accounts.ts',
      'server/host/host-contacts.ts',
      'server/host/host-statements.ts',
      'server/payments-network/bank-account-check.ts',
      'server/payments-network/card-processor.ts',
      'server/payments-network/nacha/',
      'server/payments-network/routing/',
      'server/platform/sms/text-message-provider.ts',
      'server/platform/',
      'server/services.ts',
    ],
    mend: 'A feature sees the platform and the interfaces of host and network, not another feature; share through the platform or common/rules.',
  },
  { files: /^server\//, mayImport: ['common/', 'server/'], mend: 'The server never imports the web.' },
  {
    files: /^web\/ui\//,
    mayImport: ['common/', 'web/ui/'],
    mend: 'ui holds primitives that know neither routing nor data; put this into kit.',
  },
  {
    files: /^web\/data\//,
    mayImport: ['common/', 'web/data/'],
    mend: 'data knows no component; components call data.',
  },
  {
    files: /^web\/kit\//,
    mayImport: ['common/', 'web/kit/', 'web/ui/', 'web/data/', 'web/paths.ts'],
    mend: 'ui ← kit ← screens: the kit knows no screen and no shell.',
  },
  {
    files: /^web\/shell\//,
    mayImport: ['common/', 'web/shell/', 'web/kit/', 'web/ui/', 'web/data/', 'web/paths.ts'],
    mend: 'The shell holds the screens and knows none; routes.tsx puts them in.',
  },
  {
    files: /^web\/screens\/([^/]+)\//,
    mayImport: ['common/', 'web/screens/$1/', 'web/shell/', 'web/kit/', 'web/ui/', 'web/data/', 'web/paths.ts'],
    mend: 'No screen imports another feature’s screen: link through paths.ts, share through kit.',
  },
  { files: /^web\//, mayImport: ['common/', 'web/'], mend: 'The web never imports the server; share through common.' },
  {
    files: /^tools\//,
    mayImport: ['common/', 'tools/', 'tests/support/'],
    mend: 'Tools read the project as files; only common and the support of the tests may be imported.',
  },
];

/** Pairs of features that may be imported sideways, each with its reason. */
const sidewaysAllowed: readonly { readonly from: string; readonly to: string; readonly because: string }[] = [
  {
    from: 'server/accounts/account-details.ts',
    to: 'server/payments/schedules/read-set-up.ts',
    because: 'The details of a loan name its default method and the payments that are set up.',
  },
  {
    from: 'server/accounts/account-changes.ts',
    to: 'server/payments/schedules/delete-set-up.command.ts',
    because: 'A loan can be hidden together with stopping its payments, in one transaction.',
  },
  {
    from: 'server/accounts/account-details.ts',
    to: 'server/accounts/statements/list-statements.ts',
    because: 'The details of a loan list its statements of this year.',
  },
  {
    from: 'server/accounts/account-details.ts',
    to: 'server/documents/list-documents.ts',
    because: 'The details of a loan list its documents.',
  },
  {
    from: 'server/profile/profile.routes.ts',
    to: 'server/documents/list-documents.ts',
    because: 'The profile lists the documents of the customer.',
  },
  {
    from: 'server/accounts/send-alerts.command.ts',
    to: 'server/accounts/statements/statements.queries.ts',
    because: 'Customers are told of a new statement.',
  },
];

/** Packages that bind code to one side. */
const oneSided = /^(node:|react|@tanstack\/|fastify|@fastify\/|kysely|pg$|pg-boss|@electric-sql\/|pino)/;
const serverOnly = /^(node:|fastify|@fastify\/|kysely|pg$|pg-boss|@electric-sql\/|pino)/;
const webOnly = /^(react|react-dom|@tanstack\/|lucide-react|maska)(\/|$)/;

/** Files whose content must not reach the bundle of the browser. */
const typesOnlyForWeb = /^common\/(texts\/(?!fill-text\.ts)|api\/.*\.api\.ts$|api\/(all-apis|contract|envelope)\.ts$)/;

/** Imports go in one direction: common ← server, common ← web, ui ← kit ← screens, platform ← features. */
export function checkImportDirections(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ isTest }) => !isTest)
    .flatMap((file) => file.imports.flatMap((imported) => judge(file, imported) ?? []));
}

function judge(file: SourceFile, imported: ImportOfFile): Violation | undefined {
  const at = { file: file.path, line: imported.line, problem: `imports ${imported.specifier}` };
  if (imported.isPackage) return judgePackage(file, imported, at);
  if (file.path.startsWith('web/') && !imported.typeOnly && typesOnlyForWeb.test(imported.target)) {
    return { ...at, mend: 'Schemas and wording stay out of the browser: use `import type`.' };
  }
  const direction = directions.find(({ files: pattern }) => pattern.test(file.path));
  if (!direction) return undefined;
  const groups = direction.files.exec(file.path) ?? [];
  const allowed = direction.mayImport.some((prefix) =>
    imported.target.startsWith(prefix.replace('$1', groups[1] ?? '')),
  );
  const sideways = sidewaysAllowed.some(({ from, to }) => file.path.startsWith(from) && imported.target.startsWith(to));
  return allowed || sideways ? undefined : { ...at, mend: direction.mend };
}

function judgePackage(
  file: SourceFile,
  { specifier, typeOnly }: ImportOfFile,
  at: Omit<Violation, 'mend'>,
): Violation | undefined {
  if (typeOnly) return undefined;
  if (file.path.startsWith('common/') && oneSided.test(specifier)) {
    return { ...at, mend: 'common runs in the browser and on the server; keep the package on its side.' };
  }
  if (file.path.startsWith('web/') && (serverOnly.test(specifier) || specifier === 'zod')) {
    return { ...at, mend: 'This package is for the server; the browser validates with common/rules.' };
  }
  if (file.path.startsWith('server/') && webOnly.test(specifier)) {
    return { ...at, mend: 'This package is for the browser.' };
  }
  return undefined;
}
