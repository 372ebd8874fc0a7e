import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isRoutingNumber } from '#common/payments/rules/ach-rules.ts';
import { useOption } from '#web/institution/settings.ts';
import { queryClient } from '#web/data/query-client.ts';
import { type Bank, bankQuery } from '#web/payments/methods-data.ts';

/** The pause in typing before a bank is looked up (P 9). */
const PAUSE_MS = 300;

export type BankProblem = 'achError.routingNumberInvalid' | 'achError.routingLookupFailed';

/** The state of the lookup of a routing number. */
export interface BankLookup {
  readonly bank: Bank | null;
  readonly problem: BankProblem | null;
  readonly busy: boolean;
  /** Looks up again at the end, in case the result hasn't arrived. */
  readonly confirm: () => Promise<{ readonly bank: Bank | null; readonly problem: BankProblem | null }>;
}

/** Looks up the bank while typing, where the institution wants that (P 5). */
export function useBank(routingNumber: string): BankLookup {
  const wanted = useOption('paymentOptions.preCheckBankInfo');
  const paused = usePaused(routingNumber, PAUSE_MS);
  const asks = wanted && paused === routingNumber && isRoutingNumber(routingNumber);
  const query = useQuery({ ...bankQuery(routingNumber), enabled: asks });
  const lookup = asks ? readLookup(query.data, query.isError) : nothing;

  return {
    ...lookup,
    busy: asks && query.isFetching,
    confirm: async () => {
      if (!wanted) return nothing;
      const bank = await queryClient.fetchQuery(bankQuery(routingNumber)).catch(() => undefined);
      return readLookup(bank, bank === undefined);
    },
  };
}

const nothing = { bank: null, problem: null } as const;

/** @param bank null if no bank has the number; undefined while nothing is known */
function readLookup(bank: Bank | null | undefined, failed: boolean): Pick<BankLookup, 'bank' | 'problem'> {
  if (failed) return { bank: null, problem: 'achError.routingLookupFailed' };
  if (bank === undefined) return nothing;
  return bank === null ? { bank: null, problem: 'achError.routingNumberInvalid' } : { bank, problem: null };
}

/** Returns the value after it has stayed unchanged for a while. */
function usePaused(value: string, forMs: number): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), forMs);
    return () => clearTimeout(timer);
  }, [value, forMs]);
  return paused;
}
