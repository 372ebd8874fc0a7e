import {
  type DeskCall,
  type DeskEntry,
  type DeskKey,
  DeskRefusal,
  type DeskSession,
} from '#server/desk/http/desk-endpoint.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { insertWorkItem, type NewWorkItem } from './work-items.queries.ts';

/**
 * Requests a change that someone else must approve.
 * @returns the id of the request, for the audit entry
 * @throws DeskRefusal 409 if the same is requested already
 */
export async function requestApproval(
  { services, session }: Pick<DeskCall<DeskKey>, 'services'> & { readonly session: DeskSession },
  transaction: Transaction,
  item: Omit<NewWorkItem, 'askedBy'>,
): Promise<number> {
  const requested = { ...item, askedBy: session.staffId };
  const workItemId = await insertWorkItem(transaction, requested, services.clock.now());
  if (workItemId === undefined) throw new DeskRefusal(409, 'AskedAlready');
  return workItemId;
}

interface RequestingCall {
  readonly services: Services;
  readonly session: DeskSession;
  readonly body: { readonly customerId: string; readonly reason: string };
  readonly record: DeskCall<DeskKey>['record'];
}

/** The request; `details` and `userId` go into the audit entry, together with the request's id. */
type RequestedChange = Pick<NewWorkItem, 'action' | 'input' | 'before' | 'after'> &
  Pick<DeskEntry, 'userId'> &
  Required<Pick<DeskEntry, 'details'>>;

/**
 * Requests a change for a customer that someone else must approve, with its audit entry in the same transaction.
 * @param describe may read in that transaction
 * @throws DeskRefusal 409 if the same is requested already
 */
export async function requestApprovalForCustomer(
  { services, session, body: { customerId, reason }, record }: RequestingCall,
  describe: (transaction: Transaction) => RequestedChange | Promise<RequestedChange>,
): Promise<void> {
  const customer = await services.host.findCustomer(customerId);
  await inTransaction(services.database, async (transaction) => {
    const { userId = null, details, ...change } = await describe(transaction);
    const item = { ...change, customerId, customerName: customer?.personalName ?? customerId, reason };
    const workItemId = await requestApproval({ services, session }, transaction, item);
    await record(transaction, { customerId, userId, reason, details: { ...details, workItemId } });
  });
}
