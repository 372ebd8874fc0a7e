import type { TextKey } from '#common/contract/all-texts.ts';
import type { Retry } from './submission-errors.wire.ts';

/** Why a payment was not made, or may not have been, and whether it can be repeated. */
export interface SubmissionProblem {
  readonly message: ProblemMessage;
  readonly retry: Retry;
  /** The words don't say it, but no money moved. */
  readonly nothingCharged?: true;
  /** Names the failure of an outside service. */
  readonly reference?: string | undefined;
}

/** A text of the institution, or the processor's own words. */
export type ProblemMessage =
  | { readonly kind: 'text'; readonly key: TextKey }
  | { readonly kind: 'words'; readonly words: string };

export function textProblem(key: TextKey, retry: Retry): SubmissionProblem {
  return { message: { kind: 'text', key }, retry };
}

/** Another payment on the account waits for its outcome. */
export const beingConfirmed: SubmissionProblem = textProblem('paymentAccountError.unsettled', 'never');

/** Nothing was sent, or nothing answered that changes anything. */
export const noConnection: SubmissionProblem = textProblem('paymentError.Connection', 'sameAgain');

export function maySubmitAgain(problem: SubmissionProblem | undefined): boolean {
  return problem === undefined || problem.retry === 'sameAgain';
}
