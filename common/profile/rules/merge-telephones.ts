import { failure, type Result, success } from '../../core/results.ts';
import type { Telephone } from './telephones.ts';

/** The telephones as a customer saw them, as that customer wants them, and as they are by now. */
export interface TelephoneChange {
  readonly before: readonly Telephone[];
  readonly wanted: readonly Telephone[];
  readonly current: readonly Telephone[];
}

/**
 * Makes a change of telephones on top of what was saved elsewhere since they were shown. Numbers with their order
 * are one thing; the consent to be texted belongs to each number and is changed by itself.
 * @returns `Stale` when the very thing that is to change is another one by now
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
  // A number that is gone by now can no longer be texted.
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
