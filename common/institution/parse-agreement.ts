import { findDay, parseUsDay } from '#common/core/dates.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { Agreement, WhenToAgree } from './institution.ts';

/** Indexed by the trigger number in the setup text (A 3). */
export const agreementTriggers: readonly WhenToAgree[] = ['login', 'registration', 'ach', 'estatements', 'texting'];

/** Host ids of agreements start here (A 9). */
const FIRST_AGREEMENT_NUMBER = 11_337;

export type AgreementSetupError = 'wrong parameter count' | 'unknown agreement type' | 'invalid effective date';

/**
 * Parses a setup text: URL, effective date, name and list of triggers, separated by pipes (A 3).
 * @param index position in the institution's list, 0 to 4
 */
export function parseAgreement(setup: string, index: number, richText: string): Result<Agreement, AgreementSetupError> {
  const parts = setup.split('|').map((part) => part.trim());
  if (parts.length !== 4) return failure('wrong parameter count');
  const [url = '', date = '', name = '', types = ''] = parts;
  const effectiveOn = findDay(date) ?? parseUsDay(date);
  if (!effectiveOn) return failure('invalid effective date');
  const whenToAgree = types.split(',').map((type) => agreementTriggers[Number(type.trim() || Number.NaN)]);
  if (whenToAgree.some((trigger) => trigger === undefined)) return failure('unknown agreement type');
  return success({
    url,
    effectiveOn,
    name,
    hostNumber: FIRST_AGREEMENT_NUMBER + index,
    whenToAgree: whenToAgree as WhenToAgree[],
    richText,
  });
}

/** The inverse of {@link parseAgreement}. */
export function agreementSetup({ url, effectiveOn, name, whenToAgree }: Agreement): string {
  const types = whenToAgree.map((trigger) => agreementTriggers.indexOf(trigger));
  return [url, effectiveOn, name, types.join(',')].join('|');
}

/** The settings keys of an agreement, by its position 0 to 4. */
export function agreementKeys(index: number): { readonly setup: string; readonly richText: string } {
  const setup = `agreements.agreement${index + 1}`;
  return { setup, richText: `${setup}RichText` };
}
