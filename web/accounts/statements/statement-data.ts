import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/data/client.ts';
import { bodyOf } from '#web/data/query-client.ts';

export const statementFormatQuery = (accountNumber: string) =>
  queryOptions({
    queryKey: ['accounts', 'statementFormat', accountNumber],
    queryFn: async ({ signal }) => {
      const { Format, AgreementsNeeded, Years } = bodyOf(
        await call('GET /api/AccountEStatements/GetStatementFormat', {
          query: { AccountNumber: accountNumber },
          signal,
        }),
      );
      return { isElectronic: Format === 'ElectronicOnly', agreementsNeeded: AgreementsNeeded, years: Years };
    },
  });
