import type { FastifyInstance } from 'fastify';
import type { SavedMethodItem } from '#common/payments/payment-shapes.api.ts';
import type { PaymentInfo } from '#common/payments/payments.api.ts';
import type { Borrower } from '#tests/faults/crowd.ts';
import { achBody, submissionBody } from './payment-calls.ts';
import { achFee } from './payment-scene.ts';

/** A customer with a saved bank account, and the payment of a dollar they send. */
export interface Payer {
  readonly borrower: Borrower;
  readonly body: object;
}

/** Saves a bank account and opens the payment screen. */
export async function preparePayer(app: FastifyInstance, borrower: Borrower): Promise<Payer> {
  const { headers, accountNumber, loginName } = borrower;
  const post = async (url: string, payload: object) =>
    (await app.inject({ method: 'POST', url, headers, payload })).json();
  await post('/api/PaymentMethod/AddAchPaymentMethod', achBody(accountNumber));
  const methods = (await post('/api/PaymentMethod/GetPaymentMethods', { AccountNumber: accountNumber })) as {
    PaymentMethods: readonly SavedMethodItem[];
  };
  const ProfileId = methods.PaymentMethods[0]?.AchInfo?.ProfileId;
  const url = `/api/PaymentInformation/GetPaymentInfo?accountNumber=${accountNumber}`;
  const info = (await app.inject({ method: 'GET', url, headers })).json<PaymentInfo>();
  return { borrower, body: submissionBody({ info, loginName, amount: 1, method: { ProfileId }, fee: achFee }) };
}
