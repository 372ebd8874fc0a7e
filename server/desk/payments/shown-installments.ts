import type { DueDates } from '#server/host/host-loan-terms.ts';

export function shownInstallments({ newInstallments }: DueDates) {
  return newInstallments.map(({ firstOn, amountCents }) => ({ firstOn, amountCents }));
}
