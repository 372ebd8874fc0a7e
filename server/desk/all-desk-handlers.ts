import type { DeskContract } from '#common/desk/all-desk-apis.ts';
import { accessHandlers } from './access/access.routes.ts';
import { workHandlers } from './approvals/work.routes.ts';
import { customersHandlers } from './customers/customers.routes.ts';
import { dayHandlers } from './day/day.routes.ts';
import { returnsHandlers } from './day/returns.routes.ts';
import { healthHandlers } from './health/health.routes.ts';
import { documentsDeskHandlers } from './documents/documents.routes.ts';
import type { DeskHandlers } from './http/desk-endpoint.ts';
import { inboxHandlers } from './inbox/inbox.routes.ts';
import { ledgerHandlers } from './ledger/ledger.routes.ts';
import { ratesHandlers } from './payments/rates.routes.ts';
import { deferralsHandlers } from './payments/deferrals.routes.ts';
import { dueDatesHandlers } from './payments/due-dates.routes.ts';
import { creditFilesHandlers } from './credit-files/credit-files.routes.ts';
import { customerHoldHandlers } from './customers/customer-hold.routes.ts';
import { holdCodeHandlers } from './payments/hold-code.routes.ts';
import { holdsHandlers } from './payments/holds.routes.ts';
import { lateChargesHandlers } from './payments/late-charges.routes.ts';
import { chargeOffsHandlers } from './payments/charge-offs.routes.ts';
import { drawsHandlers } from './payments/draws.routes.ts';
import { liensHandlers } from './payments/liens.routes.ts';
import { messagesHandlers } from './messages/messages.routes.ts';
import { movedPaymentsHandlers } from './payments/moved-payments.routes.ts';
import { overpaymentsHandlers } from './payments/overpayments.routes.ts';
import { receivedPaymentsHandlers } from './payments/received-payments.routes.ts';
import { paymentsHandlers } from './payments/payments.routes.ts';
import { requestsHandlers } from './requests/requests.routes.ts';
import { reportsHandlers } from './reports/reports.routes.ts';
import { entryHandlers } from './staff/entry.routes.ts';
import { staffHandlers } from './staff/staff.routes.ts';
import { viewHandlers } from './view/view.routes.ts';

/** The handlers of all calls of the desk. The type requires one for every call of the contract. */
export const allDeskHandlers: DeskHandlers<DeskContract> = {
  ...entryHandlers,
  ...workHandlers,
  ...customersHandlers,
  ...accessHandlers,
  ...paymentsHandlers,
  ...lateChargesHandlers,
  ...receivedPaymentsHandlers,
  ...movedPaymentsHandlers,
  ...overpaymentsHandlers,
  ...holdCodeHandlers,
  ...customerHoldHandlers,
  ...holdsHandlers,
  ...dueDatesHandlers,
  ...deferralsHandlers,
  ...ratesHandlers,
  ...liensHandlers,
  ...drawsHandlers,
  ...chargeOffsHandlers,
  ...dayHandlers,
  ...returnsHandlers,
  ...inboxHandlers,
  ...messagesHandlers,
  ...requestsHandlers,
  ...documentsDeskHandlers,
  ...ledgerHandlers,
  ...creditFilesHandlers,
  ...healthHandlers,
  ...viewHandlers,
  ...reportsHandlers,
  ...staffHandlers,
};
