import type { Options } from '#common/contract/all-options.ts';
import { type DetailName, detailNames, namesIn } from '#common/contract/text-places.ts';
import { requiredTexts } from '#common/contract/all-texts.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';
import type { InstitutionProfile } from './profile-schema.ts';
import { didYouMean } from '#server/platform/nearest-key.ts';

/** The name of each detail in `institution.json`. */
const detailKeys = {
  institution: 'name',
  shortName: 'shortName',
  phone: 'phone',
  hours: 'hours',
  address: 'address',
} as const satisfies Readonly<Record<DetailName, keyof InstitutionProfile>>;

/** An empty detail is one that the institution left out. */
export type InstitutionDetails = Readonly<Record<DetailName, string>>;

export function detailsOf({ name = '', shortName, phone = '', hours = '', address = '' }: InstitutionProfile) {
  return { institution: name, shortName: shortName ?? name, phone, hours, address } satisfies InstitutionDetails;
}

/** Without these, customers read "Call , ." or a page without the name of whom it is from. */
export function missingDetails(details: InstitutionDetails): string[] {
  const needed = { institution: 'Lakeside Lending', phone: '(555) 010-2000', hours: 'Mon–Fri 9 AM–5 PM ET' };
  return Object.entries(needed)
    .filter(([detail]) => details[detail as DetailName] === '')
    .map(([detail, example]) => {
      const key = detailKeys[detail as DetailName];
      return `"${key}" is missing; set what customers read, such as "${key}": "${example}"`;
    });
}

/** Returns the problem with the names in braces of a text, which has these places of its own, or undefined. */
export function placeProblem(text: string, places: readonly string[], details: InstitutionDetails): string | undefined {
  const known = [...places, ...detailNames];
  const unknown = namesIn(text).find((name) => !known.includes(name));
  if (unknown === undefined) return missingDetailProblem(text, details);
  const near = didYouMean(unknown, known, (name) => `{${name}}`);
  const guess = unknown === '' ? '; give it its name.' : near === '' ? '.' : near;
  const own = places.length === 0 ? '' : `, this one also ${inBraces(places)}`;
  return `has {${unknown}}, which nothing fills${guess} Every text may have ${inBraces(detailNames)}${own}`;
}

export function inBraces(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(', ');
}

function missingDetailProblem(text: string, details: InstitutionDetails): string | undefined {
  const missing = namesIn(text).find((name) => isDetail(name) && details[name] === '');
  return missing && `has {${missing}}, but institution.json has no "${detailKeys[missing as DetailName]}"`;
}

function isDetail(name: string): name is DetailName {
  return Object.hasOwn(detailKeys, name);
}

/** Fills the institution's details; a default text that needs one the institution left out is hidden. */
export function fillDetails(key: string, text: string | null, details: InstitutionDetails): string | null {
  if (text === null) return null;
  if (requiredTexts[key] === undefined && missingDetailProblem(text, details) !== undefined) return null;
  return fillWords(text, details);
}

export function fillWords(words: string, details: InstitutionDetails): string {
  return replacePlaces(words, details, (value) => value);
}

export function fillDetailsOfHtml(html: string, details: InstitutionDetails): string {
  return replacePlaces(html, details, escapeHtml);
}

/** Phone and hours have options of their own only where they differ. */
export function withDetails(options: Options, { phone, hours }: InstitutionDetails): Options {
  const orDetail = (value: string, detail: string) => (value === '' ? detail : value);
  const servicePhone = orDetail(options['globalOptions.customerServicePhone'], phone);
  return {
    ...options,
    'globalOptions.customerServicePhone': servicePhone,
    'activateOptions.supportPhone': orDetail(options['activateOptions.supportPhone'], servicePhone),
    'activateOptions.supportHours': orDetail(options['activateOptions.supportHours'], hours),
  };
}

function replacePlaces(text: string, details: InstitutionDetails, written: (value: string) => string): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => (isDetail(name) ? written(details[name]) : place));
}
