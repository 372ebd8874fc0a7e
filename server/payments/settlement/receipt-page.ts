import type { FileContent } from '#common/contract/contract.ts';
import type { Receipt } from '#common/payments/receipts.api.ts';
import { type Day, dayAt, formatDay, formatInstantShort } from '#common/core/dates.ts';
import { type Cents, formatCents } from '#common/core/money.ts';
import { frequencyOfRecurring } from '#common/payments/rules/submission-route.ts';
import { confirmedBreakdownOf } from '#common/payments/rules/breakdown.ts';
import { bankAccountTypeTexts, brandTexts, frequencyTexts, partTexts } from '#common/payments/rules/payment-names.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';
import { sheetLogoOf } from '#server/platform/pdf/sheet-logo.ts';
import { PdfDocument } from '#server/platform/pdf/pdf-document.ts';
import type { Fact } from '#server/platform/pdf/pdf-sheet.ts';
import type { Services } from '#server/services.ts';
import { shownLoan } from '#server/payments/mail-customer.ts';
import type { MethodSnapshot } from '#server/payments/payments.queries.ts';
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
  const { facts, state, customerName, description, moved, refunds } = await readReceipt(
    services,
    session,
    referenceNumber,
  );
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
    { label: words('receipt.status'), value: status },
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

function stateOf({ state }: ReceiptFacts): Receipt['State'] {
  return state.of === 'payment' ? paymentStates[state.is] : recurringStates[state.is];
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
  returned: 'Returned',
} as const satisfies Record<string, Receipt['State']>;

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
