import { createHash, randomUUIDv7 } from 'node:crypto';
import { ZERO } from '#common/core/money.ts';
import { firstPartyFee } from '#common/payments/rules/fees.ts';
import { recordDraft, recordDraftAuthorization } from '#server/payments/settlement/bank-drafts.queries.ts';
import { postDrafted } from '#server/payments/settlement/change-payment-state.command.ts';
import { returnPayment } from '#server/payments/settlement/return-payment.command.ts';
import { findEntryByTrace, insertBankNotice } from '#server/payments/end-of-day/bank-notices.queries.ts';
import { findReturnFee } from '#server/payments/end-of-day/return-fee.ts';
import { settleReturn } from '#server/payments/end-of-day/settle-clearing.command.ts';
import { readPaymentFacts } from '#server/payments/operator/payment-history.queries.ts';
import { recordSubmitting, submissionLeaseMs } from '#server/payments/payment-changes.queries.ts';
import { findPaymentByKey, type Payment } from '#server/payments/payments.queries.ts';
import { paymentSettings } from '#server/payments/read-payment-terms.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { createReferenceNumber } from '#server/platform/crypto/random-tokens.ts';
import type { Services } from '#server/services.ts';
import { TAXI_COMPANY_NUMBER } from '../books/customers-with-work.ts';
import { demonstrationBanks } from '../demonstration-banks.ts';

export interface Payer {
  readonly userId: number;
  readonly customerId: string;
}

const bank = demonstrationBanks[4] ?? demonstrationBanks[0];
const ACCOUNT_NUMBER = '3300781254';
const LAST_FOUR = ACCOUNT_NUMBER.slice(-4);

/** Of too little money on the account. */
const RETURN_CODE = 'R01';

function findVanPayment(
  { database }: Pick<Services, 'database'>,
  { userId }: Payer,
  loan: string,
): Promise<Payment | undefined> {
  return findPaymentByKey(database, userId, keyOf(loan));
}

/** Pays an installment by bank account, as the company does in the portal. Does nothing if it is already paid. */
export async function payVan(services: Services, payer: Payer, loan: string): Promise<void> {
  const payment = (await findVanPayment(services, payer, loan)) ?? (await record(services, payer, loan));
  await postDrafted(services, payment, { cause: 'submission', afterRefusal: refusesNothing });
}

function refusesNothing(): never {
  throw new Error('The books refused a payment of the demonstration');
}

async function record(services: Services, payer: Payer, accountNumber: string): Promise<Payment> {
  const { clock, config, database, host, institution } = services;
  const moment = clock.moment();
  const loan = await host.findLoan(payer.customerId, accountNumber, moment.today);
  if (!loan) throw new Error(`The demonstration has no loan ${accountNumber}`);
  const numbers = {
    ownerName: 'Tern Island Taxi',
    accountType: 'Checking',
    routingNumber: bank.routingNumber,
    accountNumber: ACCOUNT_NUMBER,
  } as const;
  const submitted = {
    ...payer,
    paymentId: randomUUIDv7(),
    referenceNumber: createReferenceNumber(),
    accountNumber,
    payOn: moment.today,
    amountCents: loan.installmentCents,
    additionalPrincipalCents: ZERO,
    firstPartyFeeCents: firstPartyFee({ type: 'ACH' }, 'immediate', paymentSettings(services).firstPartyFees),
    thirdPartyFeeCents: ZERO,
    isPayoff: false,
    timing: 'immediate',
    occurrence: null,
    method: { type: 'ACH', lastFour: LAST_FOUR, bankName: bank.name, accountType: 'Checking' },
    keyHash: keyOf(accountNumber),
    requestFingerprint: keyOf(accountNumber),
    at: moment.at,
  } as const;
  return inTransaction(database, async (transaction) => {
    const payment = recordSubmitting(transaction, submitted, submissionLeaseMs(config.network.cardTimeoutMs));
    const { paymentId, payOn, totalCents } = payment;
    const companyNumber = TAXI_COMPANY_NUMBER;
    recordDraft(services, transaction, payment, { amountCents: totalCents, numbers, moment, companyNumber });
    recordDraftAuthorization(institution, transaction, payer, {
      authorized: paymentId,
      timing: 'immediate',
      totalCents,
      payOn,
      lastFour: LAST_FOUR,
      at: moment.at,
      ipAddress: '198.51.100.61',
    });
    return payment;
  });
}

/** The bank sends the draft of a van back: the account had too little money for it. */
export async function returnVanPayment(services: Services, payer: Payer, loan: string): Promise<void> {
  const { clock, database } = services;
  const payment = await findVanPayment(services, payer, loan);
  if (payment?.state === 'returned') return;
  if (payment?.state !== 'posted') throw new Error('The payment of the demonstration to return is not posted');
  const { paymentId, totalCents } = payment;
  const { draft } = await readPaymentFacts(database, paymentId);
  const returnFeeCents = await findReturnFee(services, paymentId, RETURN_CODE);
  await inTransaction(database, async (transaction) => {
    const entry = draft?.trace ? await findEntryByTrace(transaction, draft.trace, totalCents) : undefined;
    if (!entry) throw new Error('The draft of the demonstration to return was not sent');
    const notice = { entryId: entry.entryId, code: RETURN_CODE, fileHash: keyOf('returns'), at: clock.now() };
    await insertBankNotice(transaction, notice);
    await returnPayment(services, transaction, paymentId, RETURN_CODE, { returnFeeCents });
    await settleReturn(services, transaction, entry);
  });
}

function keyOf(name: string): Buffer {
  return createHash('sha256').update(`demonstration:${name}`).digest();
}
