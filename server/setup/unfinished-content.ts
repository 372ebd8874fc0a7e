import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Institution } from '#common/institution/institution.ts';

/** How the terms begin that `new-institution` writes. */
export const PLACEHOLDER_TERMS = 'Replace these words';
export const PLACEHOLDER_TERMS_PAGE = 'Replace this page';

type Content = Pick<Institution, 'agreements' | 'assetsFolder' | 'branches' | 'options'>;

const faqSections = ['General', 'Security', 'Account', 'Rates', 'Holidays'] as const;

/** Returns one line, with its fix, for each thing that customers would find unfinished. */
export async function unfinishedContent(institution: Content): Promise<string[]> {
  return [
    ...(await placeholderTerms(institution)),
    ...emptyFaq(institution.options),
    ...(institution.options['globalOptions.useBranchLocatorOption'] &&
    !institution.options['globalOptions.useRemoteLocatorOption'] &&
    institution.branches.length === 0
      ? [
          'branches.json has no branches, so Find Us says "No branches yet": add them, or turn "globalOptions.useBranchLocatorOption" off',
        ]
      : []),
  ];
}

/** Customers would agree to words that mean nothing. */
export async function placeholderTerms({
  agreements,
  assetsFolder,
}: Pick<Institution, 'agreements' | 'assetsFolder'>): Promise<string[]> {
  const found = agreements.map(async ({ name, url, richText }) => {
    const page = url.startsWith('/institution/') ? url.slice('/institution/'.length).replace(/[?#].*$/, '') : undefined;
    const words = page === undefined || assetsFolder === null ? '' : await readPage(path.join(assetsFolder, page));
    return [
      ...(richText.includes(PLACEHOLDER_TERMS)
        ? [`agreements.json: the words of "${name}" are a placeholder that customers agree to: replace them`]
        : []),
      ...(words.includes(PLACEHOLDER_TERMS_PAGE)
        ? [`assets/${page}: the page of "${name}" is a placeholder that customers agree to: replace it`]
        : []),
    ];
  });
  return (await Promise.all(found)).flat();
}

/** A missing page is a problem of its own; see `loadInstitution`. */
function readPage(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

function emptyFaq(options: Institution['options']): string[] {
  if (!options['globalOptions.useFaqOption']) return [];
  const empty = faqSections.filter(
    (section) => !options[`faqOptions.hide${section}`] && options[`faqOptions.content${section}`] === '',
  );
  if (empty.length === 0) return [];
  const write = empty.map((section) => `"faqOptions.content${section}"`).join(', ');
  const hide = empty.map((section) => `"faqOptions.hide${section}"`).join(', ');
  return [
    `the FAQ says "No questions here yet" under ${empty.join(', ')}: write ${write}, or turn on ${hide}, or turn "globalOptions.useFaqOption" off`,
  ];
}
