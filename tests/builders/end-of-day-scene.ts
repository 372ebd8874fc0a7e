import { expect } from 'vitest';
import { achBody, cardBody, paymentCalls, submissionBody } from './payment-calls.ts';
import { achFee, createPaymentScene, debitFee } from './payment-scene.ts';
import type { TestAppOptions } from './test-app.ts';

export type EndOfDayScene = Awaited<ReturnType<typeof createEndOfDayScene>>;

/** Li Wei pays, and business days end. The clock is set to Saturday, November 21, 2026; that day's drafts leave on Monday. */
export async function createEndOfDayScene(options: TestAppOptions = {}) {
  const scene = await createPaymentScene(options);
  const { testApp, loan } = scene;

  /** Signs in again, since the session of an earlier day has expired. */
  const signIn = async () => paymentCalls(await testApp.signIn('li.wei'));

  async function submitDraft(amount: number) {
    const calls = await signIn();
    const info = await calls.info(loan);
    return calls.submitAch(submissionBody({ info, loginName: 'li.wei', amount, method: achBody(loan), fee: achFee }));
  }

  async function submitCard(amount: number, CardNumber = '4242424242424242') {
    const calls = await signIn();
    const info = await calls.info(loan);
    const method = cardBody(loan, { CardNumber });
    return calls.submitCard(submissionBody({ info, loginName: 'li.wei', amount, method, fee: debitFee }));
  }

  return Object.assign(scene, {
    signIn,
    submitDraft,
    submitCard,
    clockAt(instant: string): void {
      const { clock } = testApp;
      clock.moveOn(clock.now().until(Temporal.Instant.from(instant)));
    },
    async payByDraft(amount: number): Promise<string> {
      const answer = await submitDraft(amount);
      if (!answer.ReferenceNumber) throw new Error(JSON.stringify(answer));
      return answer.ReferenceNumber;
    },
    async payByCard(amount: number): Promise<void> {
      expect(await submitCard(amount)).toMatchObject({ HasNoErrors: true });
    },
  });
}
