import { access } from 'node:fs/promises';
import path from 'node:path';
import { day } from '#common/core/dates.ts';
import type { Agreement, Institution, Theme } from '#common/institution/institution.ts';
import type { OptionDefinition } from '#common/contract/option-kinds.ts';
import { defaultLengths, type InstitutionLengths } from '#common/institution/institution-lengths.ts';
import { optionDefinitions, type OptionKey, type Options } from '#common/contract/all-options.ts';
import { namesIn, placesOf } from '#common/contract/text-places.ts';
import { parseAgreement } from '#common/institution/parse-agreement.ts';
import { defaultTexts, requiredTexts, type TextKey, type Texts } from '#common/contract/all-texts.ts';
import { PlainError } from '#server/platform/plain-error.ts';
import { themeProblems } from './check-theme.ts';
import {
  detailsOf,
  fillDetails,
  fillDetailsOfHtml,
  inBraces,
  type InstitutionDetails,
  missingDetails,
  placeProblem,
  withDetails,
} from './institution-details.ts';
import { discloseReturnFee } from './disclose-return-fee.ts';
import { credentialProblems } from './credential-problems.ts';
import { effectiveForms, formOptionProblems } from './effective-forms.ts';
import { type InstitutionFiles, NO_INSTITUTION, readInstitutionFiles } from './institution-files.ts';
import { readLogos } from './read-logos.ts';
import { didYouMean } from '#server/platform/nearest-key.ts';
import { optionProblem } from './option-values.ts';
import { sanitizeRichText } from './rich-text.ts';
import { servicingRules } from './servicing-rules.ts';
import { isClosed } from '#common/accounts/rules/account.ts';
import { isHoldCodeEntry } from '#common/accounts/rules/hold-code-words.ts';

export class InstitutionError extends PlainError {
  override readonly name = 'InstitutionError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The institution cannot be loaded:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.problems = problems;
  }
}

const defaultTheme: Theme = {
  brand: '#0b4a45',
  brandStrong: '#06322f',
  brandSoft: '#dcebe7',
  onBrand: '#ffffff',
  accent: '#b4692a',
};

/**
 * Loads an institution from its folder, on top of the folders it extends.
 * @throws InstitutionError with every problem at once; an unknown key comes with the closest known one
 */
export async function loadInstitution(folder: string): Promise<Institution> {
  const { institution, problems } = await readInstitution(folder);
  if (problems.length > 0) throw new InstitutionError(problems);
  return institution;
}

export interface ReadInstitution {
  /** With defaults for what is broken: only for what doesn't depend on it. */
  readonly institution: Institution;
  readonly problems: readonly string[];
  /** Whether institution.json, with the time zone, is as the institution wrote it. */
  readonly hasProfile: boolean;
}

export async function readInstitution(folder: string): Promise<ReadInstitution> {
  const problems: string[] = [];
  const chain = await readInstitutionFiles(folder, problems);
  // Everything else would be said of files that are elsewhere.
  const missing = problems.some((problem) => problem.endsWith(NO_INSTITUTION)) ? [...problems] : undefined;
  const profile = Object.assign({}, ...chain.map((files) => files.profile)) as InstitutionFiles['profile'];
  const theme: Theme = Object.assign({}, defaultTheme, ...chain.map((files) => files.theme));
  problems.push(...themeProblems(theme));
  const details = detailsOf(profile);
  const isRead = !problems.some((problem) => problem.includes('institution.json'));
  if (isRead)
    problems.push(...missingDetails(details).map((problem) => `${path.join(folder, 'institution.json')}: ${problem}`));
  const options = withDetails(effectiveOptions(chain, details, problems), details);
  const assetsFolder = await findAssets(chain);
  const texts = discloseReturnFee(effectiveTexts(chain, details, problems), options);
  const forms = effectiveForms(chain, texts, details, problems);
  const institution: Institution = {
    id: path.basename(path.resolve(folder)),
    timeZone: profile.timeZone ?? 'America/New_York',
    options,
    texts,
    institutionOptions: { ...defaultLengths, ...mergedLengths(chain) },
    theme,
    agreements: effectiveAgreements(chain, details, problems),
    calendar: {
      achCutoff: profile.calendar?.achCutoff ?? '17:00',
      extraNonPaymentDays: (profile.calendar?.extraNonPaymentDays ?? []).map(day),
    },
    servicing: servicingRules(profile.servicing),
    bankFile: profile.bankFile ?? null,
    creditBureau: profile.creditBureau ?? null,
    cardDescriptor: profile.cardDescriptor ?? null,
    branches: chain.findLast((files) => files.branches !== undefined)?.branches ?? [],
    forms,
    demonstration: profile.demonstration ?? false,
    assetsFolder,
    logos: await readLogos(options, assetsFolder, problems),
  };
  problems.push(
    ...mailboxProblems(institution.options).map((problem) => `${path.join(folder, 'options.json')}: ${problem}`),
    ...(await missingFiles(institution)).map((problem) => `${folder}/${problem}`),
    ...[
      ...holdCodeProblems(institution.options),
      ...returnCodeProblems(institution.options),
      ...formOptionProblems(institution),
    ].map((problem) => `${path.join(folder, 'options.json')}: ${problem}`),
    ...credentialProblems(institution).map((problem) => `${folder}: ${problem}`),
  );
  return { institution, problems: missing ?? problems, hasProfile: isRead };
}

function mergedLengths(chain: readonly InstitutionFiles[]): Partial<InstitutionLengths> {
  return Object.assign({}, ...chain.map((files) => files.profile.institutionOptions ?? {}));
}

function effectiveOptions(
  chain: readonly InstitutionFiles[],
  details: InstitutionDetails,
  problems: string[],
): Options {
  const definitions: Readonly<Record<string, OptionDefinition>> = optionDefinitions;
  const values = Object.fromEntries(
    Object.entries(definitions).map(([key, definition]) => [key, definition.defaultValue]),
  );
  for (const files of chain) {
    const file = path.join(files.folder, 'options.json');
    for (const [key, value] of Object.entries(files.options)) {
      const definition = definitions[key];
      const problem = keyProblem(key, definitions) ?? (definition && optionProblem(definition, value));
      if (problem) problems.push(`${file}: "${key}" ${problem}`);
      else values[key] = definition?.kind === 'richText' ? richText(String(value), details) : value;
    }
  }
  return values as Options;
}

function effectiveTexts(chain: readonly InstitutionFiles[], details: InstitutionDetails, problems: string[]): Texts {
  const texts: Record<string, string | null> = { ...defaultTexts };
  for (const files of chain) {
    const file = path.join(files.folder, 'texts.json');
    for (const [key, value] of Object.entries(files.texts)) {
      const problem = keyProblem(key, defaultTexts) ?? textProblem(key as TextKey, value, details);
      if (problem) problems.push(`${file}: "${key}" ${problem}`);
      else texts[key] = value as string | null;
    }
  }
  const filled = Object.entries(texts).map(([key, text]) => [key, fillDetails(key, text, details)]);
  return Object.fromEntries(filled) as Texts;
}

function textProblem(key: TextKey, value: unknown, details: InstitutionDetails): string | undefined {
  if (value === null) return requiredTexts[key] && `cannot be hidden: ${requiredTexts[key]}`;
  if (typeof value !== 'string') return 'must be a text, or null to hide it';
  const ownPlaces = placesOf(defaultTexts[key]);
  const missing = ownPlaces.filter((place) => !namesIn(value).includes(place));
  const problem = placeProblem(value, ownPlaces, details);
  if (problem !== undefined || missing.length === 0) return problem;
  return `must have ${inBraces(missing)}; the default is ${JSON.stringify(defaultTexts[key])}`;
}

/** Keys have exactly two parts (A 1) and are known. */
function keyProblem(key: string, known: Readonly<Record<string, unknown>>): string | undefined {
  if (!/^[^.\s]+\.[^.\s]+$/.test(key)) return 'must consist of exactly two parts, group.name';
  if (Object.hasOwn(known, key)) return undefined;
  return `is not known${didYouMean(key, Object.keys(known)) || '; docs/reference lists all'}`;
}

function effectiveAgreements(
  chain: readonly InstitutionFiles[],
  details: InstitutionDetails,
  problems: string[],
): Agreement[] {
  const source = chain.findLast((files) => files.agreements !== undefined);
  return (source?.agreements ?? []).flatMap(({ setup, richText: html }, index) => {
    const parsed = parseAgreement(setup, index, richText(html, details));
    if (parsed.ok) return [parsed.value];
    problems.push(`${path.join(source?.folder ?? '', 'agreements.json')}: agreement ${index + 1}: ${parsed.error}`);
    return [];
  });
}

function richText(html: string, details: InstitutionDetails): string {
  return fillDetailsOfHtml(sanitizeRichText(html), details);
}

async function findAssets(chain: readonly InstitutionFiles[]): Promise<string | null> {
  for (const { folder } of chain.toReversed()) {
    const assets = path.join(folder, 'assets');
    if (await exists(assets)) return assets;
  }
  return null;
}

/** Finds addresses of the institution's own files that lead nowhere; customers would see a broken picture or page. */
async function missingFiles({ options, agreements, assetsFolder }: Institution): Promise<string[]> {
  const definitions: Readonly<Record<string, OptionDefinition>> = optionDefinitions;
  const named = [
    ...Object.entries(options)
      .filter(([key]) => definitions[key]?.kind === 'url')
      .map(([key, url]) => ({ what: `options.json: "${key}"`, url: String(url) })),
    ...agreements.map(({ url }, index) => ({ what: `agreements.json: agreement ${index + 1}`, url })),
  ].filter(({ url }) => url.startsWith('/institution/'));
  const problems = named.map(async ({ what, url }) => {
    const file = url.slice('/institution/'.length).replace(/[?#].*$/, '');
    if (assetsFolder !== null && (await exists(path.join(assetsFolder, file)))) return [];
    return [`${what} is ${url}, but there is no file assets/${file}`];
  });
  return (await Promise.all(problems)).flat();
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Finds entries that would be ignored: customers would see "On hold", and staff could not set the code. */
function holdCodeProblems(options: Options): string[] {
  const closing = options['deskOptions.holdCodes']
    .filter((entry) => isClosed({ comment: entry.split('=')[0] ?? '' }))
    .map((entry) => `"deskOptions.holdCodes" has ${JSON.stringify(entry)}; a code with "closed" in it closes the loan`);
  const misspelt = (['dashboardOptions.holdCodeWords', 'deskOptions.holdCodes'] as const).flatMap((key) =>
    options[key]
      .filter((entry) => !isHoldCodeEntry(entry))
      .map((entry) => `"${key}" has ${JSON.stringify(entry)}; write it as CODE=words`),
  );
  return [...misspelt, ...closing];
}

function returnCodeProblems(options: Options): string[] {
  const key = 'paymentOptions.returnedPaymentFeeCodes';
  return options[key]
    .filter((code) => !/^R(0[1-9]|[1-8]\d)$/.test(code))
    .map((code) => `"${key}" has ${JSON.stringify(code)}, which is not a return code of the Nacha rules, such as R01`);
}

/** Requires an email recipient for everything customers write, or it would stay unread. */
function mailboxProblems(options: Options): string[] {
  const writtenTo: readonly { readonly mailbox: OptionKey; readonly isOffered: boolean; readonly fix: string }[] = [
    {
      mailbox: 'messageOptions.sendTo',
      isOffered: !options['globalOptions.hideContactUsOption'] && options['messageOptions.forwardByEmail'],
      fix: 'set the address that messages go to, turn "messageOptions.forwardByEmail" off to read them in the desk alone, or turn "globalOptions.hideContactUsOption" on',
    },
    {
      mailbox: 'requestChangeOptions.sendTo',
      isOffered: options['globalOptions.forceManualContactInfoChangesOption'],
      fix: 'set the address that requests go to, or turn "globalOptions.forceManualContactInfoChangesOption" off',
    },
  ];
  return writtenTo
    .filter(({ mailbox, isOffered }) => isOffered && !String(options[mailbox]).includes('@'))
    .map(
      ({ mailbox, fix }) => `"${mailbox}" is not an email address, so messages from customers would be lost; ${fix}`,
    );
}
