import { hasErrors } from '#common/core/field-errors.ts';
import { formatHundredths, parseDollars } from '#common/core/money.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { isClosed, kindOfAccount } from '#common/accounts/rules/account.ts';
import {
  answerTo,
  type FormAnswers,
  type FormField,
  type RequestForm,
  validateAnswers,
} from '#common/profile/rules/request-form.ts';
import { giveToRequest } from '#server/documents/attachments.queries.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { countOpenForSending, insertFormRequest } from '../customer-requests.queries.ts';
import { receivedMail } from './form-mails.ts';

/** `FormChanged`: the answers don't fit the form, which the institution may have changed while it was filled in. */
export type SendProblem = 'FormChanged' | 'AccountNotFit' | 'AlreadyOpen' | 'TooManyOpen' | 'EvidenceGone';

/** Without a bound, one customer could bury the requests of all others. `formError.TooManyOpen` names the number. */
const MAX_OPEN_WITHOUT_ACCOUNT = 5;

export interface FormToSend {
  readonly form: RequestForm;
  /** The caller has proven that the customer owns it. */
  readonly accountNumber: string | null;
  readonly answers: FormAnswers;
  readonly fileIds: readonly string[];
  readonly siteUrl: string;
}

/** Rolls the request back. */
class NotSent extends Error {
  readonly problem: SendProblem;

  constructor(problem: SendProblem) {
    super(problem);
    this.problem = problem;
  }
}

/**
 * Keeps the request for staff to decide, and tells the customer that it arrived. Returns its number.
 * @param within runs in the transaction of the request
 */
export async function sendForm(
  services: Services,
  { userId, customerId }: Pick<Session, 'userId' | 'customerId'>,
  { form, accountNumber, answers, fileIds, siteUrl }: FormToSend,
  within: (transaction: Transaction, requestId: number) => Promise<void>,
): Promise<Result<number, SendProblem>> {
  const { audit, clock, database } = services;
  const known = form.fields.map(({ name }) => name);
  const isOther = Object.keys(answers).some((name) => !known.includes(name));
  if (isOther || hasErrors(validateAnswers(form, answers, fileIds.length))) return failure('FormChanged');
  if (!(await fitsAccount(services, customerId, form, accountNumber))) return failure('AccountNotFit');
  const content = {
    title: form.title,
    paymentsContinue: form.paymentsContinue,
    next: form.next,
    answers: form.fields
      .filter(({ kind }) => kind !== 'files')
      .map((field) => ({ label: field.label, kind: field.kind, value: keptAnswer(field, answerTo(answers, field)) })),
  };
  const at = clock.now();
  const request = { userId, customerId, formKey: form.key, accountNumber, content, at };
  try {
    const sent = await inTransaction(database, async (transaction) => {
      if (accountNumber === null && (await countOpenForSending(transaction, request)) >= MAX_OPEN_WITHOUT_ACCOUNT) {
        throw new NotSent('TooManyOpen');
      }
      const requestId = await insertFormRequest(services, transaction, request);
      if (requestId === undefined) throw new NotSent('AlreadyOpen');
      const evidence = { documentIds: fileIds, customerId, by: { userId }, formKey: form.key };
      if (!(await giveToRequest(transaction, evidence, requestId))) throw new NotSent('EvidenceGone');
      const details = { requestId, form: form.key, files: fileIds.length };
      await audit.record(transaction, { event: 'request-sent', userId, details });
      const mail = receivedMail(customerId, requestId, { ...form, siteUrl, at });
      await enqueueHostTask(services, transaction, mail);
      await within(transaction, requestId);
      return requestId;
    });
    return success(sent);
  } catch (error) {
    if (error instanceof NotSent) return failure(error.problem);
    throw error;
  }
}

/** Nothing can be asked about an account that is closed. */
async function fitsAccount(
  { clock, host }: Services,
  customerId: string,
  { accounts }: RequestForm,
  accountNumber: string | null,
): Promise<boolean> {
  if (accountNumber === null || accounts.length === 0) return accountNumber === null && accounts.length === 0;
  const account = (await host.listAccounts(customerId, clock.today())).find(({ number }) => number === accountNumber);
  return account !== undefined && !isClosed(account) && accounts.includes(kindOfAccount(account.typeCode));
}

function keptAnswer({ kind }: FormField, answer: string): string {
  const amount = kind === 'amount' ? parseDollars(answer) : undefined;
  return amount === undefined ? answer : formatHundredths(amount);
}
