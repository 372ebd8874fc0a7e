import { expect } from 'vitest';
import { type Day, day } from '#common/core/dates.ts';
import { createBankCreditScene } from './bank-credit-scene.ts';

const li = {
  customerId: '400102',
  accountNumber: '101-005520-1',
  loginName: 'li.wei',
  ownerName: 'Li Wei',
} as const;

export type RefundScene = Awaited<ReturnType<typeof createRefundScene>>;

/** Li Wei at the desk, about to get an overpayment back at the bank account that the customer saved. */
export async function createRefundScene() {
  const scene = await createBankCreditScene(li);
  const { services, named, query, operations, approve } = scene;
  const shown = async () => (await operations().get(`/api/desk/overpayments/loan?${query}`)).json();
  const profileId = scene.profileIn(await shown());

  const request = async (amountCents: number, changes: object = {}, by = operations()) => {
    const body = { ...named, profileId, amountCents, reason: 'Overpaid', ...changes };
    return (await by.post('/api/desk/overpayments/ask-bank-credit', body)).json();
  };

  return {
    ...scene,
    loan: li.accountNumber,
    profileId,
    shown,
    request,

    owed: async () =>
      (await services.host.findLoan(li.customerId, li.accountNumber, services.clock.today()))?.payoffCents ?? 0,

    async receive(reference: string, amountCents: number) {
      const check = { means: 'check', reference, amountCents, receivedOn: services.clock.today(), reason: 'Mailed' };
      return (await operations().post('/api/desk/received-payments/receive', { ...named, ...check })).json();
    },

    /** The check with this number comes back unpaid. */
    async bounces(reference: string): Promise<void> {
      const { received } = (await operations().get(`/api/desk/received-payments?${query}`)).json();
      const { receivedId } = received.find((each: { reference: string }) => each.reference === reference);
      const body = { ...named, receivedId, reason: 'Returned by the bank' };
      await operations().post('/api/desk/received-payments/ask-to-take-back', body);
      expect(await approve('takeBackReceived')).toMatchObject({ outcome: 'approved' });
    },

    async refund(amountCents: number): Promise<void> {
      expect(await request(amountCents)).toEqual({});
      expect(await approve('payOutOverpayment')).toMatchObject({ outcome: 'approved' });
    },

    async todayTitles(): Promise<string[]> {
      const { needs } = (await operations().get('/api/desk/today')).json();
      return needs.map(({ title }: { title: string }) => title);
    },
  };
}

export const [monday, tuesday]: readonly [Day, Day] = [day('2026-11-23'), day('2026-11-24')];
