import type { Day } from '../core/dates.ts';
import { type Cents, toWireAmount } from '../core/money.ts';
import { dayFromWire, dayToWire } from './account-details.wire.ts';
import type { ApplicationItem } from './application-list.api.ts';
import { dollarsToCents } from '#common/contract/wire-values.ts';

/** An application for a loan or an account, and how far it is (M 3). */
export interface Application {
  readonly applicationNumber: string;
  readonly status: string;
  readonly amountRequestedCents: Cents;
  readonly amountApprovedCents: Cents;
  /** An instant such as `2026-11-21T15:00:00Z`. */
  readonly lastModifiedAt: string;
  readonly office: string;
  readonly fundsExpectedOn: Day | null;
}

export function applicationToWire(application: Application): ApplicationItem {
  return {
    ApplicationNumber: application.applicationNumber,
    Status: application.status,
    AmountRequested: toWireAmount(application.amountRequestedCents),
    AmountApproved: toWireAmount(application.amountApprovedCents),
    LastModified: application.lastModifiedAt,
    Office: application.office,
    FundsExpected: dayToWire(application.fundsExpectedOn),
  };
}

export function applicationFromWire(item: ApplicationItem): Application {
  return {
    applicationNumber: item.ApplicationNumber,
    status: item.Status,
    amountRequestedCents: dollarsToCents(item.AmountRequested),
    amountApprovedCents: dollarsToCents(item.AmountApproved),
    lastModifiedAt: item.LastModified,
    office: item.Office,
    fundsExpectedOn: dayFromWire(item.FundsExpected),
  };
}
