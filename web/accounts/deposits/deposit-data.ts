import { queryOptions } from '@tanstack/react-query';
import { dayFromWire } from '#common/accounts/day.wire.ts';
import { dollarsToCents, percentToRate } from '#common/contract/wire-values.ts';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { RatePpm } from '#common/core/rates.ts';
import { call } from '#web/data/client.ts';
import { bodyOf } from '#web/data/query-client.ts';

export interface Deposit {
  readonly number: string;
  readonly description: string;
  readonly balanceCents: Cents;
  readonly availableCents: Cents;
  readonly heldCents: Cents;
  readonly rate: RatePpm;
  readonly nameOnAccount: string;
  readonly openedOn: Day | null;
  readonly maturityOn: Day | null;
}

export const depositQuery = (accountNumber: string) =>
  queryOptions({
    queryKey: ['accounts', 'deposit', accountNumber],
    queryFn: async ({ signal }): Promise<Deposit> => {
      // The history is loaded separately, by pages.
      const query = { accountNumber, entries: 0 };
      const { Information } = bodyOf(await call('GET /api/Deposit/GetDepositDetails', { query, signal }));
      return {
        number: Information.Number,
        description: Information.Description,
        balanceCents: dollarsToCents(Information.Balance),
        availableCents: dollarsToCents(Information.AvailableBalance),
        heldCents: dollarsToCents(Information.HeldAmount),
        rate: percentToRate(Information.Rate),
        nameOnAccount: Information.NameOnAcct,
        openedOn: dayFromWire(Information.OpenedDate),
        maturityOn: dayFromWire(Information.MaturityDate),
      };
    },
    staleTime: 0,
  });
