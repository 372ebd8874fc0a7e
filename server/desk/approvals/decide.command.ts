import { type DeskRole, mayDo } from '#common/desk/permissions.ts';
import type { Approval } from '#common/desk/work.api.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { type DeskCall, DeskRefusal, type DeskSession } from '#server/desk/http/desk-endpoint.ts';
import { findStaff, haveRightsFromOnePerson } from '#server/desk/staff/staff.queries.ts';
import type { Services } from '#server/services.ts';
import { CannotBeMade } from './approvable.ts';
import { approvables } from './approvable-actions.ts';
import { findWorkItem, settleWorkItem, type WorkItem } from './work-items.queries.ts';

export type Obstacle = Approval['obstacle'];

/** New rights count as someone else's only after a day, which gives colleagues time to notice them. */
const NEW_RIGHTS_HOURS = 24;

/**
 * Returns why someone can't approve an item. The person counts, not the session: people can't approve their own request
 * in a second session. Nor can two people decide together who have had their rights from one person since a day before
 * the request: that person may be using both.
 */
export async function findObstacle(
  { config, database }: Pick<Services, 'config' | 'database'>,
  { staffId, emailAddress, role }: Pick<DeskSession, 'staffId' | 'emailAddress' | 'role'>,
  item: WorkItem,
): Promise<Obstacle> {
  if (item.status !== 'open') return 'NoLongerOpen';
  if (!mayDecide(role, item)) return 'NotPermitted';
  if (item.askedBy === staffId) return 'OwnRequest';
  if (item.input['staffId'] === String(staffId) || item.input['emailAddress'] === emailAddress) return 'OwnRights';
  const since = item.askedAt.subtract({ hours: NEW_RIGHTS_HOURS });
  if (await haveRightsFromOnePerson(database, item.askedBy, staffId, since)) return 'RightsChangedRecently';
  const [asker, decider] = await Promise.all([findStaff(database, item.askedBy), findStaff(database, staffId)]);
  if (!asker || asker.endedAt !== null || !mayDo(asker.role, approvables[item.action].request)) return 'AskerMayNotAsk';
  // A passkey from an operator, or from before there was a provider, may belong to someone who signs in there as well.
  const provider = config.desk?.provider;
  const signInAlike = (asker.providerSubject === null) === (decider?.providerSubject === null);
  return provider !== undefined && !signInAlike ? 'MayBeSamePerson' : null;
}

/** Declining changes nothing, so neither the rights of the person who asked matter, nor whether it is someone else. */
export function mayDecline(obstacle: Obstacle): obstacle is null | 'AskerMayNotAsk' | 'MayBeSamePerson' {
  return obstacle === null || obstacle === 'AskerMayNotAsk' || obstacle === 'MayBeSamePerson';
}

/** Whether a role has every permission that deciding an item needs. */
export function mayDecide(role: DeskRole, { action, input }: Pick<WorkItem, 'action' | 'input'>): boolean {
  const { approve: needed, andApprove } = approvables[action];
  const also = andApprove?.(input);
  return mayDo(role, needed) && (also === undefined || mayDo(role, also));
}

type DecidingCall = DeskCall<
  'POST /api/desk/approvals/approve' | 'POST /api/desk/approvals/decline' | 'POST /api/desk/approvals/withdraw'
>;

/** Makes the change that someone else asked for. */
export async function approve(
  call: DecidingCall,
): Promise<{ readonly outcome: 'approved' | 'refused'; readonly why: string }> {
  const { services, session, siteUrl, deskUrl } = call;
  const { item, obstacle } = await getOthers(call);
  if (obstacle !== null) throw new DeskRefusal(403, obstacle);
  const why = await approvables[item.action]
    .run({
      services,
      item,
      by: session.emailAddress,
      siteUrl,
      deskUrl,
      settle: (transaction) => settle(call, transaction, item, 'approved'),
    })
    .catch((error: unknown) => {
      if (error instanceof CannotBeMade) return error.message;
      throw error;
    });
  if (why === undefined) return { outcome: 'approved', why: '' };
  // It can't be made anymore; closing the item keeps it from being decided again.
  await inTransaction(services.database, (transaction) => settle(call, transaction, item, 'refused', why));
  return { outcome: 'refused', why };
}

export async function decline(call: DecidingCall): Promise<void> {
  const { item, obstacle } = await getOthers(call);
  if (!mayDecline(obstacle)) throw new DeskRefusal(403, obstacle);
  await inTransaction(call.services.database, (transaction) => settle(call, transaction, item, 'declined'));
}

export async function withdraw(call: DecidingCall): Promise<void> {
  const item = await getItem(call);
  if (item.askedBy !== call.session.staffId) throw new DeskRefusal(403, 'NotYours');
  await inTransaction(call.services.database, (transaction) => settle(call, transaction, item, 'withdrawn'));
}

async function getItem({ services, body }: DecidingCall): Promise<WorkItem> {
  const item = await findWorkItem(services.database, body.workItemId);
  if (!item) throw new DeskRefusal(404, 'NotFound');
  return item;
}

async function getOthers(call: DecidingCall): Promise<{ readonly item: WorkItem; readonly obstacle: Obstacle }> {
  const item = await getItem(call);
  return { item, obstacle: await findObstacle(call.services, call.session, item) };
}

async function settle(
  { services, session, body, record }: DecidingCall,
  transaction: Transaction,
  { workItemId, action, customerId, askedBy }: WorkItem,
  status: 'approved' | 'declined' | 'withdrawn' | 'refused',
  why = '',
): Promise<void> {
  const decision = { workItemId, status, decidedBy: session.staffId, reason: body.reason };
  const settled = await settleWorkItem(transaction, decision, services.clock.now());
  if (!settled) throw new DeskRefusal(409, 'NoLongerOpen');
  const details = { workItemId, action, askedBy, status, ...(why === '' ? {} : { why }) };
  await record(transaction, { ...(customerId === '' ? {} : { customerId }), reason: body.reason, details });
}
