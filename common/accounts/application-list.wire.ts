import type { Day } from '../core/dates.ts';
import { type Cents, toWireAmount } from '../core/money.ts';
import { dayFromWire, dayToWire } from './day.wire.ts';
import type { ApplicationItem } from './application-list.api.ts';
import { dollarsToCents } from '#common/contract/wire-values.ts';

/** M 3. */
export interface Application {
  readonly applicationNumber: string;
  readonly status: string;
  readonly amountRequestedCents: Cents | null;
  readonly amountApprovedCents: Cents | null;
  /** An instant such as `2026-11-21T15:00:00Z`. */
  readonly lastModifiedAt: string;
  readonly office: string;
  readonly fundsExpectedOn: Day | null;
}

export function applicationToWire(application: Application): ApplicationItem {
  return {
    ApplicationNumber: application.applicationNumber,
    Status: application.status,
    AmountRequested: amountToWire(application.amountRequestedCents),
    AmountApproved: amountToWire(application.amountApprovedCents),
    LastModified: application.lastModifiedAt,
    Office: application.office,
    FundsExpected: dayToWire(application.fundsExpectedOn),
  };
}

export function applicationFromWire(item: ApplicationItem): Application {
  return {
    applicationNumber: item.ApplicationNumber,
    status: item.Status,
    amountRequestedCents: amountFromWire(item.AmountRequested),
    amountApprovedCents: amountFromWire(item.AmountApproved),
    lastModifiedAt: item.LastModified,
    office: item.Office,
    fundsExpectedOn: dayFromWire(item.FundsExpected),
  };
}

function amountToWire(amount: Cents | null): number | null {
  return amount === null ? null : toWireAmount(amount);
}

function amountFromWire(dollars: number | null): Cents | null {
  return dollars === null ? null : dollarsToCents(dollars);
}
