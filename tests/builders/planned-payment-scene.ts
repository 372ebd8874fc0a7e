import { sql } from 'kysely';
import type { PaymentInfo } from '#common/payments/payments.api.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { achBody, submissionBody } from './payment-calls.ts';
import { createPaymentScene, withDetails } from './payment-scene.ts';
import type { TestAppOptions } from './test-app.ts';

export type PlannedPaymentScene = Awaited<ReturnType<typeof createPlannedPaymentScene>>;

/** The day of the scene is Saturday, November 21, 2026; Thanksgiving is on the 26th, the loan is due on December 5. */
export const monday = '2026-11-23';

export const scheduledAchFee = 1;

/** Agreements are tested separately. */
const withoutAgreement = { 'globalOptions.requireAchDraftAgreementOption': false };

/** A customer who plans payments, and what the tests of planned payments have in common. */
export async function createPlannedPaymentScene(testApp: TestAppOptions = {}) {
  const scene = await createPaymentScene({ ...testApp, options: withoutAgreement });

  async function submission(payOn: string, amount: number, fee = scheduledAchFee) {
    const info = await scene.calls.info(scene.loan);
    const parts = { info, loginName: 'li.wei', amount, method: achBody(scene.loan), fee };
    return withDetails(submissionBody(parts), { PaymentDate: payOn });
  }

  async function newestMails(count: number): Promise<string[]> {
    const messages = await listNewestMessages(scene.testApp.services, count);
    return messages.map(({ subject }) => subject);
  }

  /** Between two tests. */
  async function clear(): Promise<void> {
    const { database } = scene.testApp.services;
    await sql`update payments set state = 'cancelled' where state = 'scheduled'`.execute(database);
    await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(database);
  }

  function deletionOf(info: PaymentInfo, EncryptedString: string | undefined) {
    return { Token: info.EncryptedData, Payment: { EncryptedString, LoanAccountNumber: scene.loan } };
  }

  function remove(url: string, info: PaymentInfo, handle: string | undefined): Promise<object> {
    return scene.calls.post(url, deletionOf(info, handle));
  }

  return Object.assign(scene, { submission, newestMails, clear, deletionOf, remove });
}
