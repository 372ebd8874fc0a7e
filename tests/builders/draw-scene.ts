import { day } from '#common/core/dates.ts';
import { type Cents, ZERO } from '#common/core/money.ts';
import { createBankCreditScene } from './bank-credit-scene.ts';

/** Sam's line of credit of $7,500.00 at 12.10%. */
export const line = { customerId: '400105', accountNumber: '103-001188-2' } as const;

const { customerId, accountNumber } = line;

export type DrawScene = Awaited<ReturnType<typeof createDrawScene>>;

/** Staff at the desk of {@link line}. */
export async function createDrawScene() {
  const scene = await createBankCreditScene({ ...line, loginName: 'sam.rivera', ownerName: 'Sam Rivera' });
  const { operations, approve, query } = scene;
  const { host } = scene.services;
  const shown = async () => (await operations().get(`/api/desk/draws?${query}`)).json();
  const profileId = scene.profileIn(await shown());

  return {
    ...scene,
    shown,

    async requestBankCredit(amountCents: number, changes: object = {}) {
      const body = { ...line, profileId, amountCents, reason: 'Asked for it at the branch', ...changes };
      return (await operations().post('/api/desk/draws/ask-bank-credit', body)).json();
    },

    async stop(reference: string) {
      const { draws } = await shown();
      const { payoutId } = draws.find((draw: { reference: string }) => draw.reference === reference);
      const body = { ...line, payoutId, reason: 'Lost in the mail' };
      await operations().post('/api/desk/overpayments/ask-to-stop', body);
      return approve('stopPayout');
    },

    payoffOn: async (on: string): Promise<Cents> =>
      (await host.findLoan(customerId, accountNumber, day(on)))?.payoffCents ?? ZERO,

    newestEntry: async () =>
      (await host.listHistory(customerId, accountNumber, { since: null, limit: 1, before: null }))[0],
  };
}
