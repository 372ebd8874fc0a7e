import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { keysOf } from '#common/core/keys-of.ts';
import { isEmailAddress } from '#common/core/email-address.ts';
import { defaultLengths } from '#common/institution/institution-lengths.ts';
import { institutionFileSchemas } from '#server/institution/file-schemas.ts';

/** The questions, with what stands in brackets when nothing is answered. */
export const questions = {
  name: { asks: 'Name of the institution, as customers know it', usual: '' },
  'short-name': { asks: 'Short name, for text messages and the header', usual: 'the name' },
  phone: { asks: 'Phone number of customer service', usual: '' },
  hours: { asks: 'Its hours', usual: 'Mon–Fri 9 AM–5 PM' },
  address: { asks: 'Street address in one line', usual: '' },
  email: { asks: 'Mailbox that messages from customers go to', usual: '' },
  'time-zone': { asks: 'Time zone', usual: 'America/New_York' },
  color: { asks: 'Brand color, such as #1d4f91', usual: '#1d4f91' },
  'account-numbers': { asks: 'Digits of account numbers: office-account-check, or any', usual: '3-6-1' },
  logo: { asks: 'File of the logo on white (svg or png), or nothing', usual: '' },
  'logo-on-brand': { asks: 'File of the logo on the brand color, or nothing', usual: '' },
  favicon: { asks: 'File of the icon in the browser tab, or nothing', usual: '' },
} as const;

export type Question = keyof typeof questions;

export const allQuestions = keysOf(questions);

/** The answers; an empty one was left out. */
export type NewInstitution = Readonly<Record<Question, string>>;

export const optional: ReadonlySet<Question> = new Set(['short-name', 'address', 'logo', 'logo-on-brand', 'favicon']);

const pictureTypes = ['.svg', '.png', '.jpg', '.jpeg', '.ico', '.webp'];

/** Each returns why an answer can't be used. */
const checks: Readonly<
  Partial<Record<Question, (answer: string) => string | undefined | Promise<string | undefined>>>
> = {
  name: asProfile('name'),
  'short-name': asProfile('shortName'),
  phone: asProfile('phone'),
  hours: asProfile('hours'),
  address: asProfile('address'),
  email: (answer) => (isEmailAddress(answer) ? undefined : 'must be an email address'),
  'time-zone': (answer) =>
    asProfile('timeZone')(answer) &&
    'must be the name of a time zone, such as America/New_York, America/Chicago, America/Denver or America/Los_Angeles',
  color: (answer) => (/^#[0-9a-f]{6}$/i.test(answer) ? undefined : 'must be a color like #1d4f91'),
  'account-numbers': (answer) =>
    answer === 'any' || digitsOf(answer)
      ? undefined
      : 'must be three lengths such as 3-6-1, where 0 leaves a part out; or any, for numbers of another shape or with letters',
  logo: pictureProblem,
  'logo-on-brand': pictureProblem,
  favicon: pictureProblem,
};

/** Returns one line for each answer that can't be used, so that one more run is enough. */
export async function answerProblems(answers: Partial<NewInstitution>): Promise<string[]> {
  const found = allQuestions.map(async (key) => {
    const answer = answers[key] ?? '';
    const problem = answer === '' ? undefined : await checks[key]?.(answer);
    return problem === undefined ? [] : [`--${key} ${problem}, not ${answer}`];
  });
  return (await Promise.all(found)).flat();
}

/**
 * Returns undefined for numbers of any shape. Loans and deposits get the same lengths; an institution that differs edits
 * the file.
 */
export function lengthsOf(described: string): Readonly<Record<string, number>> | undefined {
  const digits = digitsOf(described);
  if (!digits) return undefined;
  const ofAccounts = Object.keys(defaultLengths).filter((name) => /^(Loan|Deposit)/.test(name));
  const lengthOf = (name: string) =>
    /Office/.test(name) ? digits.office : /CheckDigit/.test(name) ? digits.check : digits.account;
  return Object.fromEntries(ofAccounts.map((name) => [name, lengthOf(name)]));
}

function digitsOf(described: string) {
  const parts = /^(\d{1,2})-(\d{1,2})-(\d)$/.exec(described);
  if (!parts) return undefined;
  const [office = 0, account = 0, check = 0] = parts.slice(1).map(Number);
  return { office, account, check };
}

/** As the file that will have the answer is checked. */
function asProfile(key: string) {
  return (answer: string) =>
    institutionFileSchemas['institution.json']?.safeParse({ [key]: answer }).error?.issues[0]?.message;
}

async function pictureProblem(source: string): Promise<string | undefined> {
  if (!pictureTypes.includes(path.extname(source).toLowerCase()))
    return `must be a picture (${pictureTypes.map((type) => type.slice(1)).join(', ')})`;
  return access(source, constants.R_OK).then(
    () => undefined,
    (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? 'must be a file that exists' : 'must be a file that you may read',
  );
}
