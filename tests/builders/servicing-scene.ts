import { expect } from 'vitest';
import type { Options } from '#common/contract/all-options.ts';
import { type Day, day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import type { ApprovableAction } from '#common/desk/work.api.ts';
import type { Host } from '#server/host/host.ts';
import { type DeskCaller, enterDesk, withDesk } from './desk-journey.ts';
import { achBody, submissionBody } from './payment-calls.ts';
import { createPaymentScene, type PaymentScene, withDetails } from './payment-scene.ts';

const customerId = '400102';

/** A statement month that is over. */
const october = {
  from: day('2026-10-01'),
  through: day('2026-10-31'),
  yearStartsAt: Temporal.Instant.from('2026-01-01T05:00:00Z'),
  startsAt: Temporal.Instant.from('2026-10-01T04:00:00Z'),
  endsAt: Temporal.Instant.from('2026-11-01T04:00:00Z'),
};

export interface ServicingScene extends PaymentScene {
  readonly named: { readonly customerId: string; readonly accountNumber: string };
  /** Has opened the customer. */
  readonly operations: DeskCaller;
  readonly supervisor: DeskCaller;
  /** Enters again after the clock was moved past the end of both sessions. */
  enterAgain(): Promise<void>;
  /** The statement of October, which no change of today may alter. */
  statement(): Promise<unknown>;
  /** A payment of each installment on its due date. */
  setUpAutopay(): Promise<void>;
  /** A payment that arrives in the books past the portal. */
  postPayment(paymentId: string, amountCents: number, effectiveOn?: Day): Promise<void>;
  /** Does something as if files of a core brought the figures. */
  withFiguresFromFiles(work: () => Promise<void>): Promise<void>;
  /** Decides on the open request for an action. */
  approve(
    action: ApprovableAction,
  ): Promise<{ readonly before: object; readonly after: object; readonly answer: object }>;
}

/** Staff at the desk of Li Wei's auto loan. The clock is set to Saturday, November 21, 2026; it is due on the 12th. */
export async function createServicingScene(options: Partial<Options> = {}): Promise<ServicingScene> {
  const scene = await createPaymentScene({
    ...withDesk,
    options: { 'globalOptions.requireAchDraftAgreementOption': false, ...options },
  });
  const { calls, loan, testApp } = scene;
  const enter = async () => {
    const operations = await enterDesk(testApp, 'operations');
    const supervisor = await enterDesk(testApp, 'supervisor');
    await operations.open(customerId);
    await supervisor.confirm();
    return { operations, supervisor };
  };
  let staff = await enter();
  return {
    ...scene,
    named: { customerId, accountNumber: loan },
    get operations() {
      return staff.operations;
    },
    get supervisor() {
      return staff.supervisor;
    },
    async enterAgain() {
      staff = await enter();
    },
    statement: () => testApp.services.host.readStatement(customerId, loan, october),
    async setUpAutopay() {
      const info = await calls.info(loan);
      const amount = info.RegularPaymentAmount;
      const once = submissionBody({ info, loginName: 'li.wei', amount, method: achBody(loan), fee: 0 });
      const body = withDetails(once, { PaymentDate: info.UpcomingDueDays[0] ?? '' });
      const RecurringDetails = { RecurringOption: 'DaysBeforeDue', DaysBeforeDue: 0 };
      const set = await calls.post('/api/PaymentRecurring/SubmitAch', { ...body, RecurringDetails });
      expect(set).toEqual(expect.objectContaining({ HasNoErrors: true }));
    },
    async postPayment(paymentId, amountCents, effectiveOn) {
      const { clock, host } = testApp.services;
      await host.postPayment({
        paymentId,
        accountNumber: loan,
        effectiveOn: effectiveOn ?? clock.today(),
        postedAt: clock.now(),
        amountCents: cents(amountCents),
        additionalPrincipalCents: ZERO,
        processingFeeCents: ZERO,
        method: 'ACH',
      });
    },
    withFiguresFromFiles(work) {
      const { clock, host } = testApp.services;
      const { listAccounts } = host;
      const fromFiles: Partial<Host> = {
        listAccounts: async (...asked) =>
          (await listAccounts(...asked)).map((account) => ({ ...account, figuresAsOf: clock.today() })),
      };
      return testApp.withHost(fromFiles, work);
    },
    async approve(action) {
      const { open } = (await staff.supervisor.get('/api/desk/approvals')).json();
      const { workItemId, before, after } = open.find((item: { action: string }) => item.action === action);
      const answer = await staff.supervisor.post('/api/desk/approvals/approve', { workItemId, reason: 'Proof seen' });
      return { before, after, answer: answer.json() };
    },
  };
}
