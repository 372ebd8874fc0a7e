import type { TextFile } from './read-project.ts';
import type { Violation } from './violation.ts';

/** Requires docs/map.md to name every folder at the top, and every folder below common, server, web and demo. */
export function checkMap(texts: readonly TextFile[]): Violation[] {
  const map = texts.find(({ path }) => path === 'docs/map.md')?.text ?? '';
  const wanted = new Set(texts.flatMap(({ path }) => placesOf(path)));
  return [...wanted]
    .filter((place) => !map.includes(`${place}/`))
    .map((place) => ({
      file: 'docs/map.md',
      line: 1,
      problem: `does not name ${place}/`,
      fix: 'Add a line about its contents.',
    }));
}

function placesOf(path: string): string[] {
  const [top, room, ...rest] = path.split('/');
  if (!top || !room || top.startsWith('.')) return [];
  return rest.length > 0 && ['common', 'server', 'web', 'demo'].includes(top) ? [top, room] : [top];
}

/** Requires docs/specification.md to explain every decision the files refer to, e.g. `C-105`. */
export function checkReferences(texts: readonly TextFile[]): Violation[] {
  const document = 'docs/specification.md';
  const explained = new Set(texts.find(({ path }) => path === document)?.text.match(decision));
  const referring = texts.filter(({ path }) => path !== document && !path.startsWith('tools/checks/documents'));
  return referring.flatMap(({ path, text }) =>
    text.split('\n').flatMap((content, index) =>
      [...content.matchAll(decision)]
        .filter(([name]) => !explained.has(name))
        .map(([name]) => ({
          file: path,
          line: index + 1,
          problem: `refers to ${name}`,
          fix: `Explain the decision in one line of ${document}.`,
        })),
    ),
  );
}

/** Files of the product that may name the demonstration institution, with the reason. */
const mayNameDemonstration: Readonly<Record<string, string>> = {
  'server/platform/environment-schema.ts': 'the institution that starts when none is set',
  'server/platform/sms/sandbox/text-sandbox-store.queries.ts': 'the brands of the sandbox, which production refuses',
  'web/identity/sign-in/QuickSignIn.tsx': 'only in development, for the people of the demonstration',
};

/** Refuses the demonstration institution's name, phone and street in the product: another institution would show them. */
export function checkNeutrality(texts: readonly TextFile[]): Violation[] {
  const ofProduct = ({ path }: TextFile) =>
    (/^(common|server|web)\//.test(path) || path === 'index.html') &&
    !/\.test\.tsx?$/.test(path) &&
    mayNameDemonstration[path] === undefined;
  return texts.filter(ofProduct).flatMap(({ path, text }) =>
    text.split('\n').flatMap((content, index) => {
      const found = /harbor|\(555\) 010-44\d\d|commercial street/i.exec(content);
      return found
        ? [
            {
              file: path,
              line: index + 1,
              problem: `names the demonstration institution: “${found[0]}”`,
              fix: 'Texts take {institution}, {shortName}, {phone}, {hours} and {address}; comments use a neutral example.',
            },
          ]
        : [];
    }),
  );
}

const decision = /\bC-\d{3}\b/g;

/** Requires migrations to be numbered 0001, 0002, … without gaps. */
export function checkMigrations(texts: readonly TextFile[]): Violation[] {
  const files = texts.map(({ path }) => path).filter((path) => /^server\/migrations\/.*\.sql$/.test(path));
  return files.toSorted().flatMap((file, index) => {
    const number = String(index + 1).padStart(4, '0');
    if (new RegExp(`/${number}-[a-z0-9-]+\\.sql$`).test(file)) return [];
    return [
      { file, line: 1, problem: 'breaks the order of migrations', fix: `Name it ${number}-what-it-creates.sql.` },
    ];
  });
}

const forbidden: readonly { readonly pattern: RegExp; readonly fix: string }[] = [
  { pattern: /\b(TODO|FIXME|XXX|HACK)\b/, fix: 'Do it now, or leave it out.' },
  { pattern: /\b(it|test|describe|suite)\.(only|skip|todo|fixme)\b/, fix: 'Run all tests; delete one that is wrong.' },
  { pattern: /coming soon|not (yet )?implemented/i, fix: 'Show only what works.' },
];

export function checkWords(texts: readonly TextFile[]): Violation[] {
  return texts
    .filter(({ path }) => !path.startsWith('tools/checks/documents'))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((content, index) =>
        forbidden
          .filter(({ pattern }) => pattern.test(content))
          .map(({ pattern, fix }) => ({
            file: path,
            line: index + 1,
            problem: `contains “${pattern.exec(content)?.[0] ?? ''}”`,
            fix,
          })),
      ),
    );
}

/** Refuses download addresses, so the lock file works with every registry. */
export function checkLockFile(lock: string): Violation[] {
  const line = lock.split('\n').findIndex((content) => content.includes('"resolved"')) + 1;
  if (line === 0) return [];
  return [
    {
      file: 'package-lock.json',
      line,
      problem: 'contains a download address',
      fix: 'Run `npm install` in this folder: its .npmrc leaves them out.',
    },
  ];
}
