import { failure, type Result, success } from '../../core/results.ts';
import type { Telephone } from './telephones.ts';

/** The phones as shown, as the customer wants them, and as stored now. */
export interface TelephoneChange {
  readonly before: readonly Telephone[];
  readonly wanted: readonly Telephone[];
  readonly current: readonly Telephone[];
}

/**
 * Applies the customer's changes on top of what was saved since. The numbers and their order change as a unit; each
 * number's consent to texts changes separately.
 * @returns `Stale` if the same thing was changed elsewhere
 */
export function mergeTelephones({ before, wanted, current }: TelephoneChange): Result<Telephone[], 'Stale'> {
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
    numbers.map((telephone) => ({
      ...telephone,
      textsAgreed: changedConsents.get(telephone.number) ?? consentOf(current, telephone.number),
    })),
  );
}

function consentOf(telephones: readonly Telephone[], number: string): boolean {
  return telephones.find((telephone) => telephone.number === number)?.textsAgreed === true;
}

function numbersOf(telephones: readonly Telephone[]): string {
  return telephones.map(({ number, primary }) => `${number}${primary ? '*' : ''}`).join();
}
