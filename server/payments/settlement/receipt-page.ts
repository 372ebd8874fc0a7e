import type { FileContent } from '#common/contract/contract.ts';
import type { Receipt } from '#common/payments/receipts.api.ts';
import { type Day, dayAt, formatDay, formatInstantShort } from '#common/core/dates.ts';
import { type Cents, formatCents } from '#common/core/money.ts';
import { frequencyOfRecurring } from '#common/payments/rules/submission-route.ts';
import { confirmedBreakdownOf, partTexts } from '#common/payments/rules/confirmed-breakdown.ts';
import { bankAccountTypeTexts, brandTexts, frequencyTexts } from '#common/payments/rules/payment-names.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';
import { sheetLogoOf } from '#server/platform/pdf/sheet-logo.ts';
import { PdfDocument } from '#server/platform/pdf/pdf-document.ts';
import type { Fact } from '#server/platform/pdf/pdf-sheet.ts';
import type { Services } from '#server/services.ts';
import type { Institution } from '#common/institution/institution.ts';
import { DISPUTE, NOT_SENT, REFUND, type MethodSnapshot } from '#server/payments/payments.queries.ts';
import type { PaymentState } from '#server/payments/payment-tables.ts';
import { returnReasonText } from '#server/payments/schedules/schedule-mails.ts';
import { shownLoan } from '#server/payments/mail-customer.ts';
import { listCardRefunds } from '#server/payments/operator/card-refunds.queries.ts';
import { listMoves } from '#server/payments/operator/payment-moves.queries.ts';
import { findReceipt, type ReceiptFacts } from './receipts.queries.ts';

type Customer = Pick<Session, 'customerId'>;

interface Moved {
  readonly on: Day;
  readonly accountNumber: string | null;
}

interface Refund {
  readonly on: Day;
  readonly amountCents: Cents;
}

export interface PaymentReceipt {
  readonly facts: ReceiptFacts;
  readonly state: Receipt['State'];
  /** Why the bank returned it, as in the email; null for another state. */
  readonly returnReason: string | null;
  /** The payer's. */
  readonly customerName: string;
  /** Of the loan. */
  readonly description: string;
  /** The loan it counts on since staff moved it; null if that is the one it was made for. */
  readonly moved: Moved | null;
  /** Parts that went back to the card, oldest first. */
  readonly refunds: readonly Refund[];
}

/**
 * Returns the receipt of a payment by this customer, or on a loan of this customer.
 * Throws Refusal 404 for any other receipt and an unknown number alike.
 */
export async function readReceipt(
  services: Services,
  { customerId }: Customer,
  referenceNumber: string,
): Promise<PaymentReceipt> {
  const { database, host, clock } = services;
  const facts = await findReceipt(database, referenceNumber);
  // A co-borrower of the loan may see it too.
  const maySee =
    facts && (facts.customerId === customerId || (await host.ownsAccount(customerId, facts.accountNumber)));
  if (!maySee) throw new Refusal(404, 'NotFound');
  const [customer, loan, moved, refunds] = await Promise.all([
    host.findCustomer(facts.customerId),
    host.findLoan(customerId, facts.accountNumber, clock.today()),
    findMoved(services, customerId, facts),
    listRefunds(services, facts),
  ]);
  return {
    facts,
    state: stateOf(facts),
    returnReason: returnReasonOf(services.institution, facts),
    customerName: customer?.personalName ?? '',
    description: loan?.description ?? '',
    moved,
    refunds,
  };
}

/** Renders the receipt as PDF, with the institution's name and phone. */
export async function printReceipt(
  services: Services,
  session: Customer,
  referenceNumber: string,
): Promise<FileContent> {
  const { institution, clock } = services;
  const receipt = await readReceipt(services, session, referenceNumber);
  const { facts, state, returnReason: reason, customerName, description, moved, refunds } = receipt;
  const words = documentWords(institution.texts);
  const phone = institution.options['globalOptions.customerServicePhone'];
  const sheet = new PdfDocument({
    title: `${words('receipt.heading')} ${facts.referenceNumber}`,
    subject: words('receipt.subject', { confirmationNumber: facts.referenceNumber }),
    madeAt: clock.now(),
    words,
    colors: institution.theme,
    logo: sheetLogoOf(institution),
  });
  sheet.title(words('receipt.heading'), [words('shell.institutionName'), ...(phone === '' ? [] : [phone])]);
  const status = words(`receiptState.${state}`);
  if (facts.paysTotalDue) {
    sheet.paragraph(words('total.calculatedAtPayment'));
    if (facts.feesCents > 0) sheet.paragraph(words('total.feeOnTop', { fee: formatCents(facts.feesCents) }));
  } else sheet.highlight(words('confirm.total'), formatCents(facts.totalCents), status);
  sheet.heading(words('receipt.payment'));
  sheet.facts([
    { label: words('confirm.confirmationNumber'), value: facts.referenceNumber },
    {
      label: words('receipt.status'),
      value: reason === null ? status : words('receipt.returnedBecause', { reason }),
    },
    { label: words('receipt.customer'), value: customerName },
    { label: words('receipt.submittedAt'), value: formatInstantShort(facts.submittedAt, institution.timeZone) },
    {
      label: words('confirm.loanToPayDown'),
      value: `${description} ${shownLoan(institution, facts.accountNumber)}`.trim(),
    },
    ...(moved ? [{ label: words('receipt.moved'), value: movedWords(moved, institution, words) }] : []),
    ...refunds.map(({ on, amountCents }) => ({
      label: words('receipt.refunded'),
      value: words('receipt.refundedPart', { amount: formatCents(amountCents), date: formatDay(on) }),
    })),
    {
      label: words(facts.method.type === 'Card' ? 'confirm.cardUsedToPay' : 'confirm.accountToPayFrom'),
      value: methodName(facts.method, words),
    },
    { label: words('confirm.frequency'), value: words(frequencyTexts[frequencyOf(facts)]) },
    { label: words('confirm.paymentDate'), value: formatDay(facts.payOn) },
    ...amounts(facts, words),
  ]);
  return {
    contentType: 'application/pdf',
    fileName: `receipt-${facts.referenceNumber}.pdf`,
    disposition: 'inline',
    content: await sheet.draw(),
  };
}

/** Returns the loan a payment counts on since staff moved it; null if that is the one it was made for. */
async function findMoved(
  { database, host, institution }: Services,
  customerId: string,
  facts: ReceiptFacts,
): Promise<Moved | null> {
  if (facts.state.of !== 'payment') return null;
  const move = (await listMoves(database, facts.paymentId)).at(-1);
  if (!move || move.to.accountNumber === facts.accountNumber) return null;
  const { accountNumber } = move.to;
  const isTheirs = await host.ownsAccount(customerId, accountNumber);
  return { on: dayAt(move.movedAt, institution.timeZone), accountNumber: isTheirs ? accountNumber : null };
}

async function listRefunds({ database, institution }: Services, facts: ReceiptFacts): Promise<Refund[]> {
  if (facts.state.of !== 'payment') return [];
  const refunds = await listCardRefunds(database, facts.paymentId);
  return refunds.map(({ refundedAt, amountCents }) => ({ on: dayAt(refundedAt, institution.timeZone), amountCents }));
}

function movedWords(
  { on, accountNumber }: Moved,
  institution: Services['institution'],
  words: ReturnType<typeof documentWords>,
): string {
  const date = formatDay(on);
  return accountNumber === null
    ? words('receipt.movedAway', { date })
    : words('receipt.movedTo', { date, loan: shownLoan(institution, accountNumber) });
}

function frequencyOf({ recurring }: ReceiptFacts) {
  return recurring === null ? 'OneTime' : frequencyOfRecurring(recurring.option, recurring.daysBeforeDue);
}

function amounts(facts: ReceiptFacts, words: ReturnType<typeof documentWords>): Fact[] {
  const { parts, totalCents } = confirmedBreakdownOf({ ...facts, feeCents: facts.feesCents });
  const lines = parts.map(({ part, cents }) => ({ label: words(partTexts[part]), value: formatCents(cents) }));
  if (facts.paysTotalDue) return lines;
  return [...lines, { label: words('confirm.total'), value: formatCents(totalCents), total: true }];
}

function stateOf({ state, returnCode, method }: ReceiptFacts): Receipt['State'] {
  if (state.of === 'recurring') return recurringStates[state.is];
  if (state.is !== 'returned') return paymentStates[state.is];
  if (returnCode === DISPUTE) return 'TakenBack';
  if (returnCode === REFUND && method.type === 'Card') return 'Refunded';
  return returnCode === REFUND || returnCode === NOT_SENT ? 'NotSent' : 'Returned';
}

function returnReasonOf(institution: Institution, facts: ReceiptFacts): string | null {
  const { returnCode } = facts;
  if (returnCode === null || stateOf(facts) !== 'Returned') return null;
  return `${returnReasonText(institution, returnCode)} (${returnCode})`;
}

const paymentStates = {
  created: 'InProgress',
  submitting: 'InProgress',
  confirming: 'InProgress',
  unknown: 'InProgress',
  unapplied: 'NotApplied',
  refunded: 'Refunded',
  posted: 'Made',
  declined: 'Refused',
  scheduled: 'Scheduled',
  cancelled: 'Deleted',
} as const satisfies Record<Exclude<PaymentState, 'returned'>, Receipt['State']>;

const recurringStates = {
  active: 'Active',
  stopped: 'Ended',
  finished: 'Ended',
  cancelled: 'Deleted',
} as const satisfies Record<string, Receipt['State']>;

function methodName(method: MethodSnapshot, words: ReturnType<typeof documentWords>): string {
  return method.type === 'Card'
    ? words('payMethod.cardEnding', { brand: words(brandTexts[method.brand]), lastFour: method.lastFour })
    : words('payMethod.accountEnding', {
        accountType: words(bankAccountTypeTexts[method.accountType]),
        lastFour: method.lastFour,
      });
}
