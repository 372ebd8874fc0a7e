import type { Refused, Unreachable } from '#web/data/client.ts';
import type { Attempt } from '#web/data/until-known.ts';
import type { Failure } from '#web/data/use-action.ts';
import { findHostMessage } from '#common/payments/rules/host-messages.ts';
import { HOST_UNAVAILABLE } from '#common/contract/host-unavailable.ts';
import { isSubmissionError, retryAfter } from './submission-errors.wire.ts';
import { noConnection, type SubmissionProblem, textProblem } from './submission-problem.ts';

/** Explains a submission that did not succeed (P 8, in the order of C-013). */
export function submissionProblem(result: Refused | Unreachable): SubmissionProblem {
  const problem = problemOf(result);
  return result.reference === undefined ? problem : { ...problem, reference: result.reference };
}

function problemOf(result: Refused | Unreachable): SubmissionProblem {
  if (result.kind === 'unreachable') return unknownOutcome;
  if (isHostOutage(result)) return hostOutage;
  // The server failed and may have charged before.
  if (result.status >= 500) return textProblem('paymentError.Error', 'never');
  const [code] = result.codes;
  if (code === undefined) return textProblem('paymentError.Error', 'sameAgain');

  const hostMessage = findHostMessage(code);
  if (hostMessage) return textProblem(`paymentError.${hostMessage}`, 'sameAgain');
  if (code.startsWith(processorPrefix)) {
    return { message: { kind: 'words', words: code.slice(processorPrefix.length).trim() }, retry: 'sameAgain' };
  }
  // The confirmation dialog was canceled before anything was recorded.
  if (code === 'ConfirmationNeeded') return textProblem('confirmIdentity.notDone', 'sameAgain');
  // The processor couldn't be reached, or has no charge under the payment's id.
  if (code === 'Connection') return { ...textProblem('paymentError.Connection', 'sameAgain'), nothingCharged: true };
  if (isSubmissionError(code)) return textProblem(`paymentError.${code}`, retryAfter[code]);
  // An unknown sentence leaves open what the host did with the money.
  return code.includes(' ') ? unknownOutcome : textProblem('paymentError.Error', 'sameAgain');
}

/** Classifies an attempt that was not answered with a payment; `doubtful` if the money may have moved. */
export function failedAttempt(result: Refused | Unreachable): Attempt {
  if (result.kind === 'unreachable') {
    // Nothing was recorded, unless another copy of it was first: the key tells.
    if (!result.hostDown) return { kind: 'lost' };
    return { kind: 'doubtful', result: { ...refusedByOutage, reference: result.reference } };
  }
  // Nothing is in doubt: its outcome tells where to confirm it.
  if (result.codes.includes('Confirming')) return { kind: 'lost' };
  return { kind: submissionProblem(result).retry === 'never' ? 'doubtful' : 'refused', result };
}

/** The money may have moved, whatever was answered. */
export const unknownOutcome: SubmissionProblem = textProblem('paymentError.Generic', 'never');

/** The system that keeps the accounts could not be asked. */
const hostOutage: SubmissionProblem = textProblem('paymentError.HostUnavailable', 'sameAgain');

const refusedByOutage: Refused = { kind: 'refused', status: 503, codes: [HOST_UNAVAILABLE] };

function isHostOutage({ status, codes }: Refused): boolean {
  return status === 503 && codes.includes(HOST_UNAVAILABLE);
}

/** Explains why a preview failed, which is read and changes nothing. */
export function previewProblem(result: Failure): SubmissionProblem {
  const isBroken = result.kind === 'refused' && result.status >= 500 && !isHostOutage(result);
  return isBroken ? textProblem('paymentMethodError.fee', 'sameAgain') : problemBeforePaying(result);
}

/** Explains the refusal of a call that moves no money, such as a change. */
export function problemBeforePaying(result: Failure): SubmissionProblem {
  if (result.kind === 'stopped') return textProblem(result.text, 'sameAgain');
  if (result.kind === 'unreachable') {
    return result.hostDown ? hostOutage : noConnection;
  }
  const problem = submissionProblem(result);
  return problem.retry === 'never' ? textProblem('paymentError.New', 'sameAgain') : problem;
}

const processorPrefix = 'Generic -';
