import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { deskCall, DeskError } from './data/desk-client.ts';
import { deskQueries, queryKeyOf } from './data/desk-queries.ts';
import { EnterDesk } from './entry/EnterDesk.tsx';
import { Invitation } from './entry/Invitation.tsx';
import { CustomerPage } from './customers/CustomerPage.tsx';
import { FindCustomers } from './customers/FindCustomers.tsx';
import { BankFileSummary } from './day/BankFileSummary.tsx';
import { DayList } from './day/DayList.tsx';
import { DayPage } from './day/DayPage.tsx';
import { ReturnsPage } from './day/ReturnsPage.tsx';
import { ReportsPage } from './reports/ReportsPage.tsx';
import { HealthPage } from './health/HealthPage.tsx';
import { LedgerPage } from './ledger/LedgerPage.tsx';
import { TrialBalance } from './ledger/TrialBalance.tsx';
import { FindPayments } from './payments/FindPayments.tsx';
import { ConversationPage } from './inbox/ConversationPage.tsx';
import { Inbox } from './inbox/Inbox.tsx';
import { Rate } from './payments/Rate.tsx';
import { Deferral } from './payments/Deferral.tsx';
import { CreditFiles } from './credit-files/CreditFiles.tsx';
import { DueDate } from './payments/DueDate.tsx';
import { ChargeOff } from './payments/ChargeOff.tsx';
import { Draws } from './payments/Draws.tsx';
import { Lien } from './payments/Lien.tsx';
import { Liens } from './payments/Liens.tsx';
import { Holds } from './payments/Holds.tsx';
import { LateCharges } from './payments/LateCharges.tsx';
import { ReceivedPayments } from './payments/ReceivedPayments.tsx';
import { OverpaidLoans } from './payments/OverpaidLoans.tsx';
import { PaymentPage } from './payments/PaymentPage.tsx';
import { SchedulePage } from './payments/SchedulePage.tsx';
import { DeskFailure, DeskLayout, DeskNotFound } from './shell/DeskLayout.tsx';
import { Approvals } from './work/Approvals.tsx';
import { Today } from './work/Today.tsx';
import { CustomerDocuments } from './documents/CustomerDocuments.tsx';
import { Uploads } from './documents/Uploads.tsx';
import { RequestPage } from './requests/RequestPage.tsx';
import { Requests } from './requests/Requests.tsx';
import { AuditList } from './staff/AuditList.tsx';
import { StaffList } from './staff/StaffList.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: DeskNotFound });

const enter = createRoute({ getParentRoute: () => root, path: '/enter', component: EnterDesk });
const invitation = createRoute({ getParentRoute: () => root, path: '/invitation', component: Invitation });

/** Everything behind the sign-in. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: DeskLayout,
  errorComponent: DeskFailure,
  async beforeLoad() {
    const queryKey = queryKeyOf('GET /api/desk/session', {});
    try {
      await deskQueries.ensureQueryData({ queryKey, queryFn: () => deskCall('GET /api/desk/session', {}) });
    } catch (error) {
      // oxlint-disable-next-line only-throw-error -- how the router is told to go elsewhere
      if (error instanceof DeskError && error.status === 401) throw redirect({ to: '/enter' });
      throw error;
    }
  },
});

/** The text of an address's parameters, for pages that keep their state there. */
function textParameters(search: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
}

const page = <const Path extends string>(path: Path, component: () => React.ReactNode) =>
  createRoute({ getParentRoute: () => inside, path, component, validateSearch: textParameters });

export const deskRouter = createRouter({
  basepath: '/desk',
  routeTree: root.addChildren([
    enter,
    invitation,
    inside.addChildren([
      page('/', Today),
      page('/approvals', Approvals),
      page('/customers', FindCustomers),
      page('/customers/$customerId', CustomerPage),
      page('/inbox', Inbox),
      page('/inbox/$customerId/$conversationId', ConversationPage),
      page('/documents', Uploads),
      page('/documents/$customerId', CustomerDocuments),
      page('/requests', Requests),
      page('/requests/$customerId/$requestId', RequestPage),
      page('/payments', FindPayments),
      page('/payments/$customerId/$paymentId', PaymentPage),
      page('/late-charges/$customerId/$accountNumber', LateCharges),
      page('/holds/$customerId/$accountNumber', Holds),
      page('/liens', Liens),
      page('/charge-off/$customerId/$accountNumber', ChargeOff),
      page('/draws/$customerId/$accountNumber', Draws),
      page('/lien/$customerId/$accountNumber', Lien),
      page('/rate/$customerId/$accountNumber', Rate),
      page('/deferral/$customerId/$accountNumber', Deferral),
      page('/due-date/$customerId/$accountNumber', DueDate),
      page('/received-payments/$customerId/$accountNumber', ReceivedPayments),
      page('/overpayments', OverpaidLoans),
      page('/schedules/$customerId/$recurringId', SchedulePage),
      page('/days', DayList),
      page('/returns', ReturnsPage),
      page('/ledger', LedgerPage),
      page('/ledger/$on', TrialBalance),
      page('/credit-files', CreditFiles),
      page('/health', HealthPage),
      page('/reports', ReportsPage),
      page('/days/$businessOn', DayPage),
      page('/days/$businessOn/file', BankFileSummary),
      page('/staff', StaffList),
      page('/audit', AuditList),
    ]),
  ]),
});
