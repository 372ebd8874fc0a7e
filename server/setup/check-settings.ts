import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Institution } from '#common/institution/institution.ts';
import { contradictionsOf } from '#server/institution/contradictions.ts';
import { readInstitution } from '#server/institution/load-institution.ts';
import { type Config, ConfigError, readConfig } from '#server/platform/config.ts';
import type { Log } from '#server/platform/log.ts';
import { portProblems } from './check-ports.ts';
import { placeholderTerms, unfinishedContent } from './unfinished-content.ts';

export interface SettingsReport {
  /** Undefined if a variable is wrong. */
  readonly config: Config | undefined;
  /** Undefined if its folder is wrong. */
  readonly institution: Institution | undefined;
  /** A process must not start with these. */
  readonly problems: readonly string[];
  /** Undefined unless the institution is all that is wrong. */
  readonly broken: BrokenInstitution | undefined;
  readonly warnings: readonly string[];
}

/** For commands that don't depend on it. */
export interface BrokenInstitution {
  readonly institution: Institution;
  /** Null if institution.json can't be read. */
  readonly timeZone: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Checks everything that needs no connection: variables, the institution's folder, how they fit, and folders.
 * @param folders `make`: missing ones are made, for a start; `look`: nothing is changed
 */
export async function checkSettings(environment: Environment, folders: 'make' | 'look'): Promise<SettingsReport> {
  const problems: string[] = [];
  const config = await orProblems(problems, () => readConfig(environment));
  const folder = config?.institutionFolder ?? environment['PASSBOOK_INSTITUTION'];
  const read = folder === undefined ? undefined : await readInstitution(folder);
  const institution = read?.problems.length === 0 ? read.institution : undefined;
  if (config) {
    problems.push(...portProblems(config));
    problems.push(...(await folderProblems(config, folders === 'make' ? tryToWrite : assertWritable)));
  }
  const contradictions = institution ? contradictionsOf(institution).map((line) => `${folder}: ${line}`) : [];
  // A trial may leave gaps; customers must not find them.
  const isProduction = environment['PASSBOOK_MODE'] === 'production';
  const ofInstitution = [
    ...(read?.problems ?? []),
    ...(config && institution ? settingProblems(config, institution) : []),
    ...(isProduction ? contradictions : []),
  ];
  const isOnlyBroken = problems.length === 0 && ofInstitution.length > 0;
  return {
    config,
    institution,
    problems: [...problems, ...ofInstitution],
    broken:
      read && isOnlyBroken
        ? { institution: read.institution, timeZone: read.hasProfile ? read.institution.timeZone : null }
        : undefined,
    warnings: [
      ...(isProduction ? [] : contradictions),
      ...(config && institution ? settingWarnings(config, institution) : []),
      ...(institution ? await unfinishedContent(institution) : []).map((line) => `${folder}: ${line}`),
    ],
  };
}

/**
 * For the start of a process.
 * @throws ConfigError with all problems of variables, institution and folders at once
 */
export async function readCheckedConfig(environment: Environment): Promise<Config> {
  const { config, problems } = await checkSettings(environment, 'make');
  if (!config || problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Variables that don't fit the institution. */
export function settingProblems(config: Config, { id, demonstration, options }: Institution): string[] {
  const { mode, institutionFolder, reCaptcha } = config;
  return [
    ...(mode === 'production' && demonstration
      ? [
          `PASSBOOK_INSTITUTION: ${institutionFolder} is a demonstration, which production refuses. Remove "demonstration" from its institution.json, or set it to false`,
        ]
      : []),
    ...(mode === 'demonstration' && !demonstration
      ? [
          `PASSBOOK_MODE: ${id} is not a demonstration, so it needs production or development. For a demonstration, set "demonstration": true in its institution.json`,
        ]
      : []),
    ...cardFieldsProblems(config, options),
    ...stripeProblems(config, options),
    ...cardPageProblems(config, 'paymentOptions.cardConfirmationOrigin', options),
    ...(options['messageOptions.captchaSiteKey'] !== '' && reCaptcha.secret === null
      ? [`PASSBOOK_RECAPTCHA_SECRET: required because ${id} uses reCAPTCHA (messageOptions.captchaSiteKey)`]
      : []),
  ];
}

/** Of a page that the card processor shows in a frame. */
function cardPageProblems(
  { mode, publicUrl }: Config,
  key: 'paymentOptions.cardFieldsUrl' | 'paymentOptions.cardConfirmationOrigin',
  options: Institution['options'],
): string[] {
  const url = options[key];
  if (url === '') return [];
  if (!URL.canParse(url))
    return [`${key}: must be an address of the card processor, such as https://fields.cards.example/v1`];
  const problems: string[] = [];
  const { protocol, origin } = new URL(url);
  if (mode === 'production' && protocol !== 'https:') problems.push(`${key}: must be https in production`);
  // On our own origin the page could read what the frame is for keeping apart.
  if (publicUrl !== null && new URL(publicUrl).origin === origin)
    problems.push(`${key}: must be on another host than the portal`);
  return problems;
}

function cardFieldsProblems(config: Config, options: Institution['options']): string[] {
  const key = 'paymentOptions.cardFieldsUrl';
  const problems = cardPageProblems(config, key, options);
  if (options[key] !== '' && config.network.cardProtocol === 'stripe') {
    problems.push(
      `${key}: not available with PASSBOOK_CARD_PROCESSOR_KIND=stripe, which has fields of its own: set paymentOptions.stripePublishableKey`,
    );
  }
  return problems;
}

function stripeProblems({ mode, network }: Config, options: Institution['options']): string[] {
  const key = 'paymentOptions.stripePublishableKey';
  const value = options[key];
  if (value === '') return [];
  const problems: string[] = [];
  if (!/^pk_(live|test)_\w+$/.test(value)) problems.push(`${key}: must be a publishable key, such as pk_live_…`);
  if (mode === 'production' && value.startsWith('pk_test_')) problems.push(`${key}: is for Stripe's test mode`);
  if (network.cardProtocol !== 'stripe') problems.push(`${key}: needs PASSBOOK_CARD_PROCESSOR_KIND=stripe`);
  if (options['paymentOptions.cardFieldsUrl'] !== '') {
    problems.push(`${key}: and paymentOptions.cardFieldsUrl exclude each other`);
  }
  if (options['paymentOptions.cardConfirmationOrigin'] !== 'https://hooks.stripe.com') {
    problems.push(`${key}: needs https://hooks.stripe.com as paymentOptions.cardConfirmationOrigin`);
  }
  return problems;
}

/** At the start of a server or worker; commands would repeat what `check` says. */
export async function logSettingWarnings({
  config,
  institution,
  log,
}: {
  readonly config: Config;
  readonly institution: Institution;
  readonly log: Log;
}): Promise<void> {
  const placeholders = config.mode === 'production' ? await placeholderTerms(institution) : [];
  for (const warning of [...settingWarnings(config, institution), ...placeholders]) log.warn(warning);
}

/** Settings that work but deserve a warning. */
export function settingWarnings(config: Config, { id, options, logos, agreements }: Institution): string[] {
  const warnings = logoWarnings(options, logos);
  if (!options['loginOptions.useCustomerCredentialsOption']) {
    // The old limit is less safe (C-001).
    warnings.push(`${id}: customer credentials are off: passwords are limited to 11 characters`);
  }
  if (config.mode !== 'production') return warnings;
  if (options['formOptions.useForms'] && config.desk === null) {
    warnings.push(
      `${id}: customers send requests that no one reads: set PASSBOOK_DESK=on, or turn "formOptions.useForms" off`,
    );
  }
  if (!options['loginOptions.useMultiFactorOption'] && !options['loginOptions.useSingleSignOnOption']) {
    warnings.push(`${id}: no second factor is on: customers sign in with a password alone`);
  }
  if (config.clamdAddress === null) warnings.push('PASSBOOK_CLAMD is none: uploads are not scanned for viruses');
  if (options['globalOptions.useTextMessagesOption'] && config.textMessagesUrl === null) {
    warnings.push(`${id} offers text messages, but PASSBOOK_TEXT_MESSAGES_URL is not set: none are sent`);
  }
  const asksForTexts = agreements.some(({ whenToAgree }) => whenToAgree.includes('texting'));
  if (options['globalOptions.useTextMessagesOption'] && !asksForTexts) {
    warnings.push(`${id} offers text messages without terms: add an agreement with trigger 4 to agreements.json`);
  }
  if (config.trustedProxy === null) {
    warnings.push('PASSBOOK_TRUSTED_PROXY is none: behind a proxy, all customers would share one address');
  }
  return warnings;
}

function logoWarnings(options: Institution['options'], { onWhite, onBrand }: Institution['logos']): string[] {
  const told = [
    ['globalOptions.logoUrl', onWhite],
    ['globalOptions.logoOnBrandUrl', onBrand],
  ] as const;
  return told
    .filter(([key, logo]) => options[key] !== '' && logo === null)
    .map(([key]) => {
      const { name } = path.parse(options[key]);
      return `${key}: emails and printed pages show the name instead of ${options[key]}; put ${name}.png beside it in assets/`;
    });
}

/** Documents are kept here; a wrong owner would show with the first upload. */
async function folderProblems(
  { dataFolder, files, incomingFolder }: Config,
  assertUsable: (folder: string) => Promise<void>,
): Promise<string[]> {
  const folders = [
    { variable: 'PASSBOOK_DATA', folder: dataFolder },
    { variable: 'PASSBOOK_DATA', folder: incomingFolder },
    ...('folder' in files ? [{ variable: 'PASSBOOK_FILES', folder: files.folder }] : []),
  ];
  const problems = folders.map(async ({ variable, folder }) => {
    try {
      await assertUsable(folder);
      return [];
    } catch (error) {
      const { code = 'unknown error' } = error as NodeJS.ErrnoException;
      return [
        `${variable}: can't write to ${folder} (${code}); give it to the user that runs the server, or choose another folder`,
      ];
    }
  });
  return (await Promise.all(problems)).flat();
}

/** Makes the folder if it is missing. */
async function tryToWrite(folder: string): Promise<void> {
  const trial = path.join(folder, `.trial-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(trial, '');
  } finally {
    await rm(trial, { force: true }).catch(() => undefined);
  }
}

/** Changes nothing: a missing folder needs one above it in which this user could make it. */
async function assertWritable(folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    if (!(await stat(folder)).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
  } catch (error) {
    const above = path.dirname(path.resolve(folder));
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path.resolve(folder)) throw error;
    await assertWritable(above);
  }
}

async function orProblems<Value>(problems: string[], read: () => Value | Promise<Value>): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}
