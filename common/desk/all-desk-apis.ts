import { accessApi } from './access.api.ts';
import { customersApi } from './customers.api.ts';
import { dayApi } from './day.api.ts';
import { deferralsApi } from './deferrals.api.ts';
import { documentsDeskApi } from './documents.api.ts';
import { dueDatesApi } from './due-dates.api.ts';
import { entryApi } from './entry.api.ts';
import { healthApi } from './health.api.ts';
import { creditFilesApi } from './credit-files.api.ts';
import { customerHoldApi } from './customer-hold.api.ts';
import { holdCodeApi } from './hold-code.api.ts';
import { holdsApi } from './holds.api.ts';
import { inboxApi } from './inbox.api.ts';
import { lateChargesApi } from './late-charges.api.ts';
import { ledgerApi } from './ledger.api.ts';
import { chargeOffsApi } from './charge-offs.api.ts';
import { drawsApi } from './draws.api.ts';
import { liensApi } from './liens.api.ts';
import { messagesApi } from './messages.api.ts';
import { movedPaymentsApi } from './moved-payments.api.ts';
import { overpaymentsApi } from './overpayments.api.ts';
import { paymentsApi } from './payments.api.ts';
import { ratesApi } from './rates.api.ts';
import { receivedPaymentsApi } from './received-payments.api.ts';
import { reportsApi } from './reports.api.ts';
import { returnsApi } from './returns.api.ts';
import { requestsApi } from './requests.api.ts';
import { staffApi } from './staff.api.ts';
import { viewApi } from './view.api.ts';
import { workApi } from './work.api.ts';

/** Every call of the desk. */
export const deskContract = {
  ...entryApi,
  ...workApi,
  ...customersApi,
  ...accessApi,
  ...paymentsApi,
  ...lateChargesApi,
  ...receivedPaymentsApi,
  ...movedPaymentsApi,
  ...overpaymentsApi,
  ...holdCodeApi,
  ...customerHoldApi,
  ...holdsApi,
  ...dueDatesApi,
  ...deferralsApi,
  ...ratesApi,
  ...liensApi,
  ...drawsApi,
  ...chargeOffsApi,
  ...dayApi,
  ...returnsApi,
  ...inboxApi,
  ...messagesApi,
  ...requestsApi,
  ...documentsDeskApi,
  ...ledgerApi,
  ...creditFilesApi,
  ...healthApi,
  ...viewApi,
  ...reportsApi,
  ...staffApi,
} as const;

export type DeskContract = typeof deskContract;
