import { formatInstantShort } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { type DeskPermission, mayDo } from '#common/desk/permissions.ts';
import type { DeskSession } from './http/desk-endpoint.ts';
import { findObstacle, mayDecline } from './approvals/decide.command.ts';
import { listOpenWorkItems } from './approvals/work-items.queries.ts';
import { listDaysToday } from './day/days-today.ts';
import { listOverpaidToday } from './payments/overpayments.routes.ts';
import { listChargeOffsToday } from './payments/charge-offs.routes.ts';
import { listLiensToday } from './payments/liens.routes.ts';
import { listHealthToday } from './health/health-today.ts';
import { listMessagesToday } from './inbox/messages-today.ts';
import { listReturnRatesToday } from './reports/rate-days.ts';
import { countUploadsToReview } from '#server/documents/desk-documents.queries.ts';
import { findPayments } from '#server/payments/operator/find-payments.queries.ts';
import { countOpenRequests } from '#server/profile/customer-requests.queries.ts';
import type { Services } from '#server/services.ts';
import type { Today } from './today-list.ts';

/** Lists the waiting work of one area of the desk. */
interface TodaySource {
  /** Asked only for those who may do something about it; `staff` for everyone. */
  readonly may: DeskPermission | 'staff';
  list(services: Services, session: DeskSession): Promise<Today>;
}

/** Add an area's source here. */
const sources: readonly TodaySource[] = [
  { may: 'correctPayments', list: listPaymentsToday },
  { may: 'correctPayments', list: listOverpaidToday },
  { may: 'correctPayments', list: listLiensToday },
  { may: 'correctPayments', list: listChargeOffsToday },
  { may: 'seeDays', list: listDaysToday },
  { may: 'seeReports', list: (services) => listReturnRatesToday(services) },
  { may: 'answerMessages', list: listMessagesToday },
  { may: 'decideRequests', list: listRequestsToday },
  { may: 'reviewUploads', list: listUploadsToday },
  { may: 'staff', list: listApprovals },
  { may: 'seeHealth', list: (services) => listHealthToday(services) },
];

export async function listToday(services: Services, session: DeskSession): Promise<Today> {
  const asked = sources.filter(({ may }) => may === 'staff' || mayDo(session.role, may));
  const found = await Promise.all(asked.map(({ list }) => list(services, session)));
  return { needs: found.flatMap(({ needs }) => needs), counts: found.flatMap(({ counts }) => counts) };
}

async function listApprovals(services: Services, session: DeskSession): Promise<Today> {
  const items = await listOpenWorkItems(services.database);
  const obstacles = await Promise.all(items.map((item) => findObstacle(services, session, item)));
  const decidable = items.filter((_item, index) => mayDecline(obstacles[index] ?? null));
  return {
    needs: decidable.map(({ customerName, askedByName }) => ({
      tone: 'warn',
      title: `${askedByName} asks for something that needs a second person: ${customerName}`,
      action: 'Review',
      path: '/approvals',
    })),
    counts:
      decidable.length > 0 || items.some(({ askedBy }) => askedBy === session.staffId)
        ? [{ label: 'Approvals', value: String(items.length), path: '/approvals' }]
        : [],
  };
}

async function listUploadsToday({ database }: Services): Promise<Today> {
  const waiting = await countUploadsToReview(database);
  return { needs: [], counts: waiting === 0 ? [] : [{ label: 'Uploads', value: String(waiting), path: '/documents' }] };
}

async function listRequestsToday({ database }: Services): Promise<Today> {
  const open = await countOpenRequests(database);
  return { needs: [], counts: open === 0 ? [] : [{ label: 'Requests', value: String(open), path: '/requests' }] };
}

const MAX_PAYMENTS = 20;

/** Payments without an outcome, and those charged but not applied. */
async function listPaymentsToday({ database, institution }: Services): Promise<Today> {
  const payments = await findPayments(database, { by: 'needsPerson' }, MAX_PAYMENTS);
  return {
    needs: payments.map(({ reference, state, totalCents, stateSince, customerId, paymentId }) => {
      const since = formatInstantShort(stateSince, institution.timeZone);
      const problem = state === 'unknown' ? 'has no outcome' : 'was charged but is not on the loan';
      return {
        tone: 'bad',
        title: `Payment ${reference} of ${formatCents(totalCents)} ${problem} since ${since}`,
        action: state === 'unknown' ? 'Settle' : 'Review',
        path: `/payments/${encodeURIComponent(customerId)}/${paymentId}`,
      };
    }),
    counts: [],
  };
}
