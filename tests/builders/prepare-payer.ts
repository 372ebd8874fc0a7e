import type { FastifyInstance } from 'fastify';
import type { SavedMethodItem } from '#common/payments/payment-shapes.api.ts';
import type { PaymentInfo } from '#common/payments/payments.api.ts';
import type { Borrower } from '#tests/faults/crowd.ts';
import { achBody, cardBody, submissionBody } from './payment-calls.ts';
import { achFee, debitFee } from './payment-scene.ts';

/** A customer, and the payment of a dollar they send. */
export interface Payer {
  readonly borrower: Borrower;
  readonly body: object;
}

export interface PayingMethod {
  readonly kind: 'Ach' | 'Card';
  readonly from: 'saved' | 'typed';
}

/** Opens the payment screen, with a saved bank account unless told otherwise. */
export async function preparePayer(
  app: FastifyInstance,
  borrower: Borrower,
  { kind, from }: PayingMethod = { kind: 'Ach', from: 'saved' },
): Promise<Payer> {
  const { headers, accountNumber, loginName } = borrower;
  const post = async (url: string, payload: object) =>
    (await app.inject({ method: 'POST', url, headers, payload })).json();
  const typed = kind === 'Ach' ? achBody(accountNumber) : cardBody(accountNumber);
  const save = async () => {
    await post(`/api/PaymentMethod/Add${kind}PaymentMethod`, typed);
    const methods = (await post('/api/PaymentMethod/GetPaymentMethods', { AccountNumber: accountNumber })) as {
      PaymentMethods: readonly SavedMethodItem[];
    };
    const [saved] = methods.PaymentMethods;
    return { ProfileId: saved?.AchInfo?.ProfileId ?? saved?.CardInfo?.ProfileId };
  };
  const method = from === 'saved' ? await save() : typed;
  const url = `/api/PaymentInformation/GetPaymentInfo?accountNumber=${accountNumber}`;
  const info = (await app.inject({ method: 'GET', url, headers })).json<PaymentInfo>();
  const fee = kind === 'Ach' ? achFee : debitFee;
  return { borrower, body: submissionBody({ info, loginName, amount: 1, method, fee }) };
}
