import { failure, type Result, success } from '../../core/results.ts';
import type { PhoneOnFile } from './phones.ts';

/** The phones as shown, as the customer wants them, and as stored now. */
export interface PhoneChange {
  readonly before: readonly PhoneOnFile[];
  readonly wanted: readonly PhoneOnFile[];
  readonly current: readonly PhoneOnFile[];
}

/**
 * Applies the customer's changes on top of what was saved since. The numbers and their order change as a unit; each
 * number's consent to texts changes separately.
 * @returns `Stale` if the same thing was changed elsewhere
 */
export function mergePhones({ before, wanted, current }: PhoneChange): Result<PhoneOnFile[], 'Stale'> {
  const changesNumbers = numbersOf(wanted) !== numbersOf(before);
  const isOther = numbersOf(current) !== numbersOf(before);
  if (changesNumbers && isOther && numbersOf(current) !== numbersOf(wanted)) return failure('Stale');
  const numbers = changesNumbers ? wanted : current;
  const changedConsents = new Map(
    wanted
      .filter(({ number, textsAgreed }) => consentOf(before, number) !== textsAgreed)
      .map(({ number, textsAgreed }) => [number, textsAgreed]),
  );
  // A removed number can't receive texts.
  if ([...changedConsents.keys()].some((number) => !numbers.some((one) => one.number === number))) {
    return failure('Stale');
  }
  return success(
    numbers.map((phone) => ({
      ...phone,
      textsAgreed: changedConsents.get(phone.number) ?? consentOf(current, phone.number),
    })),
  );
}

function consentOf(phones: readonly PhoneOnFile[], number: string): boolean {
  return phones.find((phone) => phone.number === number)?.textsAgreed === true;
}

function numbersOf(phones: readonly PhoneOnFile[]): string {
  return phones.map(({ number, primary }) => `${number}${primary ? '*' : ''}`).join();
}
