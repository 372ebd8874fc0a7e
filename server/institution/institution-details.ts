import type { Options } from '#common/contract/all-options.ts';
import { requiredTexts } from '#common/contract/all-texts.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';
import type { InstitutionProfile } from './institution-files.ts';
import { nearestKey } from '#server/platform/nearest-key.ts';

/** What any text may name in braces, such as `{phone}`, with what `institution.json` calls it. */
const detailNames = {
  institution: 'name',
  shortName: 'shortName',
  phone: 'phone',
  hours: 'hours',
  address: 'address',
} as const satisfies Readonly<Record<string, keyof InstitutionProfile>>;

type DetailName = keyof typeof detailNames;

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
      const key = detailNames[detail as DetailName];
      return `"${key}" is missing; set what customers read, such as "${key}": "${example}"`;
    });
}

/** Returns the problem with a text's places in braces other than `{}`, or undefined. */
export function detailProblem(text: string, details: InstitutionDetails): string | undefined {
  for (const [place, name = ''] of text.matchAll(namedPlaces)) {
    if (!Object.hasOwn(detailNames, name)) {
      const known = Object.keys(detailNames);
      return `has ${place}, which nothing fills; did you mean {${nearestKey(name, known)}}? Every text may have ${known.map((key) => `{${key}}`).join(', ')}`;
    }
    if (details[name as DetailName] === '') {
      return `has ${place}, but institution.json has no "${detailNames[name as DetailName]}"`;
    }
  }
  return undefined;
}

/** Fills the institution's details; a default text that needs one the institution left out is hidden. */
export function fillDetails(key: string, text: string | null, details: InstitutionDetails): string | null {
  if (text === null) return null;
  if (requiredTexts[key] === undefined && detailProblem(text, details) !== undefined) return null;
  return replacePlaces(text, details, (value) => value);
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

const namedPlaces = /\{([a-z]\w*)\}/gi;

function replacePlaces(text: string, details: InstitutionDetails, written: (value: string) => string): string {
  return text.replaceAll(namedPlaces, (place, name: string) =>
    Object.hasOwn(details, name) ? written(details[name as DetailName]) : place,
  );
}
