import { createHash, randomUUIDv7 } from 'node:crypto';
import { addDays, addMonths, type Day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { nextRecurringDay, runOf } from '#common/payments/rules/recurring-dates.ts';
import type { OwnedLoan } from '#server/host/host-accounts.ts';
import { holdUsersOf } from '#server/identity/users/imported-users.queries.ts';
import { concludeAgreement } from '#server/payments/authorizations/draft-agreement.command.ts';
import { formerAgreementPage } from '#server/payments/authorizations/draft-agreement-page.ts';
import { saveDraftInstruction } from '#server/payments/schedules/draft-instructions.queries.ts';
import { paymentSettings } from '#server/payments/read-payment-terms.ts';
import { createReferenceNumber } from '#server/platform/crypto/random-tokens.ts';
import {
  appendRecurringEvent,
  insertRecurring,
  listActiveOfAccounts,
  type RecurringTerms,
  selectKnownKeys,
} from '#server/payments/schedules/recurring-payments.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { LineProblem } from '#server/platform/import/import-columns.ts';
import type { Services } from '#server/services.ts';
import { autopayColumns, type AutopayLine, autopayProblems } from './autopay-columns.ts';
import {
  createMethodReader,
  hasExpired,
  type ImportedMethod,
  isProblem,
  type MethodReader,
  snapshotOf,
} from './imported-method.ts';
import { findLoansOf } from './read-host.ts';
import { type Findings, type OpenFile, type TakeOverChoices, type TakeOverReport, takeOver } from './take-over.ts';

/** More than this many installments at once is probably a typing mistake. */
const MANY_INSTALLMENTS = 5;

/**
 * Imports the recurring payments of a former system with their terms and the evidence of their authorization, all or
 * none. They go on even if the customer never signs in. One that is there already is skipped. No email is sent.
 */
export function importAutopay(services: Services, open: OpenFile, choices: TakeOverChoices): Promise<TakeOverReport> {
  const reader = createMethodReader(services);
  return takeOver(services, open, choices, {
    event: 'recurring-payments-imported',
    toRead: { file: 'autopay', columns: autopayColumns(services.clock.today()), check: autopayProblems },
    uniqueColumn: 'account_number',
    check: (lines, findings) => checkAutopay(services, reader, lines, findings),
    write: (transaction, lines) => writeAutopay(services, reader, { transaction, by: choices.by }, lines),
  });
}

type AutopayLines = readonly { readonly line: number; readonly values: AutopayLine }[];

async function checkAutopay(
  services: Services,
  { findMethod }: MethodReader,
  lines: AutopayLines,
  { problems, unlikely }: Findings,
): Promise<void> {
  const today = services.clock.today();
  const numbers = lines.map(({ values }) => values.account_number);
  const loans = await findLoansOf(services, numbers);
  const taken = new Set((await listActiveOfAccounts(services.database, numbers)).map((one) => one.accountNumber));
  const known = await selectKnownKeys(
    services.database,
    lines.map(({ values }) => keyOf(values)),
  );
  for (const { line, values } of lines) {
    const report = ({ column, reason }: LineProblem) => problems.add({ file: 'autopay', line, column, reason });
    const method = await findMethod(values);
    if (isProblem(method)) {
      report(method);
      continue;
    }
    const isThere = known.has(keyOf(values).toString('hex'));
    const loan = loans.get(values.account_number);
    const context = { loan, isThere, hasAnother: taken.has(values.account_number), today };
    for (const problem of impossibleOf(values, context)) report(problem);
    for (const found of unlikelyOf(values, method, context)) unlikely.add({ file: 'autopay', line, ...found });
  }
}

interface AutopayContext {
  readonly loan: OwnedLoan | undefined;
  readonly isThere: boolean;
  readonly hasAnother: boolean;
  readonly today: Day;
}

function impossibleOf(line: AutopayLine, { loan: owned, isThere, hasAnother, today }: AutopayContext): LineProblem[] {
  if (!owned || owned.customerId !== line.customer_id)
    return [{ column: 'account_number', reason: 'is not a loan of this customer' }];
  // It has gone on since, so its dates are of the past.
  if (isThere) return [];
  const { loan } = owned;
  const problems: LineProblem[] = [];
  if (loan.closed || loan.chargedOff) problems.push({ column: 'account_number', reason: 'is closed' });
  if (hasAnother) problems.push({ column: 'account_number', reason: 'has a recurring payment already' });
  if (line.pays_total_due === 'yes' && loan.kind !== 'lineOfCredit') {
    problems.push({ column: 'pays_total_due', reason: 'applies only to lines of credit' });
  }
  if (line.next_on <= today) {
    problems.push({ column: 'next_on', reason: 'is not after today; the former system draws until then' });
  } else if (!isOnSchedule(line, loan.upcomingDueDays)) {
    problems.push({ column: 'next_on', reason: 'is not a day of the schedule' });
  }
  return problems;
}

function isOnSchedule(line: AutopayLine, dueDays: readonly Day[]): boolean {
  const { schedule: option, days_before_due: daysBeforeDue, first_on: firstOn, next_on: nextOn } = line;
  return nextRecurringDay({ option, daysBeforeDue, firstOn }, addDays(nextOn, -1), dueDays) === nextOn;
}

function unlikelyOf(
  line: AutopayLine,
  method: ImportedMethod,
  { loan: owned, isThere, today }: AutopayContext,
): LineProblem[] {
  if (isThere) return [];
  const found: LineProblem[] = [];
  const many = cents((owned?.loan.installmentCents ?? ZERO) * MANY_INSTALLMENTS);
  if (many > 0 && line.amount > many)
    found.push({ column: 'amount', reason: `is more than ${MANY_INSTALLMENTS} installments` });
  if (line.next_on > addMonths(today, 2)) found.push({ column: 'next_on', reason: 'is more than two months ahead' });
  if (hasExpired(method, line.next_on)) found.push({ column: 'expiration', reason: 'is before the next payment' });
  if (owned && !owned.loan.security.recurring)
    found.push({ column: 'account_number', reason: 'is blocked for recurring payments' });
  return found;
}

async function writeAutopay(
  services: Services,
  { getMethod }: MethodReader,
  { transaction, by }: { readonly transaction: Transaction; readonly by: string },
  lines: AutopayLines,
): Promise<number> {
  const at = services.clock.now();
  const customerIds = lines.map(({ values }) => values.customer_id);
  const getUserId = await holdUsersOf(transaction, customerIds, at);
  let added = 0;
  for (const { values } of lines) {
    const userId = getUserId(values.customer_id);
    if (await writeOne(services, transaction, values, { method: getMethod(values), userId, at, by })) added += 1;
  }
  return added;
}

interface NewAutopay {
  readonly method: ImportedMethod;
  readonly userId: number;
  readonly at: Temporal.Instant;
  readonly by: string;
}

/** Returns false if it is there already. */
async function writeOne(
  services: Services,
  transaction: Transaction,
  line: AutopayLine,
  { method, userId, at, by }: NewAutopay,
): Promise<boolean> {
  const recurringId = randomUUIDv7();
  const { customer_id: customerId, account_number: accountNumber } = line;
  const terms = termsOf(services, line, method);
  const key = keyOf(line);
  const inserted = await insertRecurring(transaction, {
    ...terms,
    recurringId,
    referenceNumber: createReferenceNumber(),
    userId,
    customerId,
    accountNumber,
    keyHash: key,
    requestFingerprint: key,
    at,
  });
  if (!inserted) return false;
  if (method.type === 'ACH') {
    await saveDraftInstruction(services, transaction, recurringId, method.numbers);
    const { authorized_on: agreedOn, authorization: evidence } = line;
    if (agreedOn === null || evidence === null) throw new Error('A bank draft lacks its authorization');
    const html = formerAgreementPage(services.institution, agreedTermsOf(line, terms), { agreedOn, evidence });
    const agreedAt = Temporal.PlainDate.from(agreedOn).toZonedDateTime(services.institution.timeZone).toInstant();
    // The former system knows where it was agreed.
    const concluded = { html, accountNumber, recurringId, ipAddress: '', at: agreedAt };
    await concludeAgreement(transaction, { userId, customerId }, concluded);
  }
  await appendRecurringEvent(transaction, recurringId, { name: 'created', on: terms.nextOn, at });
  const details = { recurringId, reference: line.reference, authorizedOn: line.authorized_on, by };
  await services.audit.record(transaction, { event: 'recurring-payment-imported', userId, details });
  return true;
}

function termsOf(services: Services, line: AutopayLine, method: ImportedMethod): RecurringTerms {
  return {
    recurrence: { option: line.schedule, daysBeforeDue: line.days_before_due, firstOn: line.first_on },
    ...runOf(line.next_on, services.institution, paymentSettings(services)),
    paysTotalDue: line.pays_total_due === 'yes',
    amountCents: line.amount,
    additionalPrincipalCents: line.additional_principal,
    firstPartyFeeCents: line.fee,
    thirdPartyFeeCents: ZERO,
    method: snapshotOf(method),
  };
}

function agreedTermsOf(
  line: AutopayLine,
  { recurrence, paysTotalDue, amountCents, additionalPrincipalCents, method }: RecurringTerms,
) {
  if (method.type !== 'ACH') throw new Error('Only bank drafts have an agreement');
  return {
    accountNumber: line.account_number,
    bankAccount: method,
    recurrence,
    startsOn: recurrence.firstOn,
    amountCents: paysTotalDue ? null : amountCents,
    additionalPrincipalCents,
    fees: { firstPartyCents: line.fee, thirdPartyCents: ZERO },
  };
}

/** The former system's number identifies it, so that the same file again adds nothing. */
function keyOf({ customer_id: customerId, reference }: AutopayLine): Buffer {
  return createHash('sha256').update(`imported-autopay:${customerId}:${reference}`).digest();
}
