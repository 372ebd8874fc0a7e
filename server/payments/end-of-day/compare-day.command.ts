import { countOf } from '#common/core/counts.ts';
import { addCents, type Cents, formatCents, subtractCents, ZERO } from '#common/core/money.ts';
import type { PostingRecord } from '#server/host/host-payments.ts';
import type { ReportedCharge } from '#server/payments-network/card-processor.ts';
import { isCheckPaymentId } from '#server/payments-network/check-payments.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { paymentIdOfPayout } from '#common/payments/rules/payout.ts';
import { isUnsettled } from '#server/payments/payments.queries.ts';
import { listFiledCredits, listHeldCredits } from '#server/payments/operator/payout-credits.queries.ts';
import { sumEntries } from './bank-files.queries.ts';
import { type BusinessDay, findLastClosed, lockBusinessDay, markReconciled } from './business-days.queries.ts';
import {
  type ComparedPayment,
  type ComparedSpan,
  findFirstCardSubmission,
  listChangedPayments,
  listPaymentsById,
} from './compared-payments.queries.ts';
import type { DayComparison } from './day-comparison.ts';
import { readBankFile } from './make-bank-file.command.ts';

const BATCH_SIZE = 1_000;

/** A transaction that began before the last comparison may have committed after it. */
const OVERLAP_MINUTES = 10;

/** Unknown outcomes are settled within minutes, but a processor outage may last hours. */
const REPORT_OVERLAP_HOURS = 24;

interface Tally {
  cardBooks: Cents;
  cardProcessor: Cents;
  draftBooks: Cents;
  draftEntries: Cents;
  creditBooks: Cents;
  creditEntries: Cents;
  unsettled: number;
  readonly differences: string[];
}

/**
 * Compares books, bank drafts and card charges since the last day, payment by payment, and closes the day. Only reads
 * until then, so it can be interrupted and repeated.
 */
export async function compareDay(services: Services, { businessOn, fileId }: BusinessDay): Promise<void> {
  const at = services.clock.now();
  const before = await findLastClosed(services.database, { before: businessOn });
  const last = before?.reconciledAt ?? Temporal.Instant.fromEpochMilliseconds(0);
  const since = before ? last.subtract({ minutes: OVERLAP_MINUTES }) : last;
  const span: ComparedSpan = { since, last, through: at };
  const reportedBefore = before && (await findReportStart(services, span));
  const charges = new Map<string, ReportedCharge>();
  const tally: Tally = {
    cardBooks: ZERO,
    cardProcessor: ZERO,
    draftBooks: ZERO,
    draftEntries: ZERO,
    creditBooks: ZERO,
    creditEntries: ZERO,
    unsettled: 0,
    differences: [],
  };
  const chargesThrough = await collectCharges(services, charges, reportedBefore?.chargesThrough ?? 0);
  await comparePayments(services, span, charges, tally);
  await compareOtherCharges(services, charges, tally);
  if (fileId !== null) {
    await compareFile(services, businessOn, fileId, tally);
    await compareCredits(services, businessOn, tally);
  }
  for (const { reference, why } of await listHeldCredits(services.database)) {
    tally.differences.push(`the bank credit ${reference} is on hold: ${why}`);
  }
  const comparison: DayComparison = {
    cards: { booksCents: tally.cardBooks, processorCents: tally.cardProcessor },
    drafts: { booksCents: tally.draftBooks, entriesCents: tally.draftEntries },
    credits: { booksCents: tally.creditBooks, entriesCents: tally.creditEntries },
    unsettled: tally.unsettled,
    differences: tally.differences,
  };
  await inTransaction(services.database, async (transaction) => {
    const day = await lockBusinessDay(transaction, businessOn);
    if (day.reconciledAt === null) await markReconciled(transaction, businessOn, { comparison, chargesThrough, at });
  });
  for (const difference of tally.differences)
    services.log.error({ businessOn, difference }, "the day's totals do not agree");
}

/**
 * Returns the day whose comparison read the report up to a point before any charge of the span. A payment may be posted
 * days after its charge, so the report begins before the first submission of the span.
 */
async function findReportStart({ database }: Services, span: ComparedSpan): Promise<BusinessDay | undefined> {
  const overlap = span.since.subtract({ hours: REPORT_OVERLAP_HOURS });
  const submitted = (await findFirstCardSubmission(database, span))?.subtract({ minutes: OVERLAP_MINUTES });
  const by = submitted && Temporal.Instant.compare(submitted, overlap) < 0 ? submitted : overlap;
  return findLastClosed(database, { by });
}

async function collectCharges(
  services: Services,
  charges: Map<string, ReportedCharge>,
  after: number,
): Promise<number> {
  let last = after;
  for (;;) {
    const page = await services.cardProcessor.listCharges(last);
    for (const charge of page) charges.set(charge.paymentId, charge);
    const newest = page.at(-1);
    if (!newest) return last;
    last = newest.sequence;
  }
}

async function comparePayments(
  services: Services,
  span: ComparedSpan,
  charges: Map<string, ReportedCharge>,
  tally: Tally,
): Promise<void> {
  for (let after: ComparedPayment | undefined; ;) {
    const payments = await listChangedPayments(services.database, span, { after, limit: BATCH_SIZE });
    await compareBatch(services, payments, charges, tally);
    for (const { paymentId } of payments) charges.delete(paymentId);
    after = payments.at(-1);
    if (payments.length < BATCH_SIZE) return;
  }
}

/** Checks charges whose payments didn't change in the span: they must be known and agree too. */
async function compareOtherCharges(
  services: Services,
  charges: ReadonlyMap<string, ReportedCharge>,
  tally: Tally,
): Promise<void> {
  const approved = [...charges.values()].filter(({ state }) => state === 'approved');
  for (let start = 0; start < approved.length; start += BATCH_SIZE) {
    const ids = approved.slice(start, start + BATCH_SIZE).map(({ paymentId }) => paymentId);
    const payments = await listPaymentsById(services.database, ids);
    const known = new Set(payments.map(({ paymentId }) => paymentId));
    const unknown = ids.filter((id) => !known.has(id));
    tally.differences.push(...unknown.flatMap((id) => describeUnknown(id, charges.get(id)) ?? []));
    await compareBatch(services, payments, charges, tally);
  }
}

/** Returns undefined for a charge of `processor check` that was refunded, as the check does itself. */
function describeUnknown(paymentId: string, charge: ReportedCharge | undefined): string | undefined {
  if (!isCheckPaymentId(paymentId)) return `a card was charged for the payment ${paymentId}, which doesn't exist`;
  if (charge?.refunded === true) return undefined;
  return `processor check charged a card and didn't refund it: refund ${paymentId} at the processor`;
}

async function compareBatch(
  services: Services,
  payments: readonly ComparedPayment[],
  charges: ReadonlyMap<string, ReportedCharge>,
  tally: Tally,
): Promise<void> {
  if (payments.length === 0) return;
  const records = await services.host.listPostings(payments.map(({ paymentId }) => paymentId));
  const postings = new Map(records.map((record) => [record.paymentId, record]));
  for (const payment of payments) {
    comparePayment(payment, postings.get(payment.paymentId), charges.get(payment.paymentId), tally);
  }
}

function comparePayment(
  payment: ComparedPayment,
  posting: PostingRecord | undefined,
  charge: ReportedCharge | undefined,
  tally: Tally,
): void {
  if (isUnsettled(payment.state)) {
    if (payment.counts) tally.unsettled += 1;
    return;
  }
  const { method, totalCents, refundedCents } = payment;
  const isPosted = payment.state === 'posted';
  const charged = charge ? keptOf(charge, refundedCents) : ZERO;
  const onBooks = posting && !posting.reversed ? posting.totalCents : ZERO;
  const owed = isPosted ? subtractCents(totalCents, refundedCents) : ZERO;
  const drawn = method === 'Card' ? charged : isPosted ? (payment.entryCents ?? ZERO) : ZERO;
  if (!payment.counts) {
    // Already counted on its own day.
  } else if (method === 'Card') {
    tally.cardBooks = addCents(tally.cardBooks, onBooks);
    tally.cardProcessor = addCents(tally.cardProcessor, charged);
  } else {
    tally.draftBooks = addCents(tally.draftBooks, onBooks);
    tally.draftEntries = addCents(tally.draftEntries, drawn);
  }
  const found = [
    onBooks !== owed && `the books have ${formatCents(onBooks)}`,
    drawn !== owed && `${method === 'Card' ? 'the card processor' : 'the bank draft'} has ${formatCents(drawn)}`,
    posting && posting.method !== method && 'the books have the other method',
  ].filter((problem) => typeof problem === 'string');
  const name = `${payment.referenceNumber} (${method}, ${payment.state}, ${formatCents(totalCents)})`;
  tally.differences.push(...found.map((problem) => `payment ${name}: ${problem}`));
}

/** A processor that doesn't report parts is taken at our word. */
function keptOf({ state, refunded, amountCents, refundedCents }: ReportedCharge, ours: Cents): Cents {
  return state === 'approved' && !refunded ? subtractCents(amountCents, refundedCents ?? ours) : ZERO;
}

async function compareFile(
  services: Services,
  businessOn: BusinessDay['businessOn'],
  fileId: number,
  tally: Tally,
): Promise<void> {
  const file = await readBankFile(services, businessOn);
  const entries = await sumEntries(services.database, fileId);
  const off = subtractCents(entries.cents, file?.debitCents ?? ZERO);
  if (!file || off !== 0 || entries.count !== file.entryCount) {
    const has = file
      ? `${countOf(file.entryCount, 'entry', 'entries')} and ${formatCents(file.debitCents)}`
      : 'nothing';
    tally.differences.push(`the bank file has ${has}, its entries ${entries.count} and ${formatCents(entries.cents)}`);
  }
}

/** Each credit of the day's file must be on the books as paid out, unless its bank has sent it back. */
async function compareCredits(services: Services, businessOn: BusinessDay['businessOn'], tally: Tally): Promise<void> {
  const [file, credits] = await Promise.all([
    readBankFile(services, businessOn),
    listFiledCredits(services.database, businessOn),
  ]);
  const sentCents = addCents(...credits.map(({ amountCents }) => amountCents));
  if (file && (file.creditCount !== credits.length || file.creditCents !== sentCents)) {
    tally.differences.push(
      `the bank file has ${countOf(file.creditCount, 'credit')} and ${formatCents(file.creditCents)}, its entries ${credits.length} and ${formatCents(sentCents)}`,
    );
  }
  if (credits.length === 0) return;
  const records = await services.host.listPostings(credits.map(({ payoutId }) => paymentIdOfPayout(payoutId)));
  const postings = new Map(records.map((record) => [record.paymentId, record]));
  for (const { payoutId, reference, amountCents, returned } of credits) {
    const posting = postings.get(paymentIdOfPayout(payoutId));
    const onBooks = posting && !posting.reversed ? subtractCents(ZERO, posting.totalCents) : ZERO;
    const sent = returned ? ZERO : amountCents;
    tally.creditBooks = addCents(tally.creditBooks, onBooks);
    tally.creditEntries = addCents(tally.creditEntries, sent);
    if (onBooks === sent) continue;
    tally.differences.push(
      `the bank credit ${reference} of ${formatCents(sent)}: the books have ${formatCents(onBooks)}`,
    );
  }
}
