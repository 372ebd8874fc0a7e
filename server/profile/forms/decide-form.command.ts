import type { Result } from '#common/core/results.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { type FormRequest, settleRequest } from '../customer-requests.queries.ts';
import { type ChangeProblem, decided, Undecidable } from '../request-change/decide-contact-change.command.ts';
import { decidedMail } from './form-mails.ts';

export interface FormDecision {
  readonly status: 'approved' | 'declined';
  readonly staffId: number;
  /** What the customer reads in the portal. */
  readonly words: string;
  readonly siteUrl: string;
}

/**
 * Answers a request that was sent with a form. It changes nothing else: staff do what was asked on the pages of the loan.
 * @param within runs in the transaction of the answer
 */
export function decideFormRequest(
  services: Services,
  { requestId, customerId }: FormRequest,
  { status, staffId, words, siteUrl }: FormDecision,
  within: (transaction: Transaction) => Promise<void>,
): Promise<Result<void, ChangeProblem>> {
  const work = inTransaction(services.database, async (transaction) => {
    const at = services.clock.now();
    const settled = { requestId, customerId, status, decidedBy: staffId, answer: words };
    if (!(await settleRequest(services, transaction, settled, at))) throw new Undecidable('NoLongerOpen');
    await enqueueHostTask(services, transaction, decidedMail(customerId, requestId, { siteUrl, at }));
    await within(transaction);
  });
  return decided(work);
}
