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
 * Asks for a change that someone else must approve.
 * @returns the id of the request, for the audit entry
 * @throws DeskRefusal 409 if the same is asked for already
 */
export async function askSecondPerson(
  { services, session }: Pick<DeskCall<DeskKey>, 'services'> & { readonly session: DeskSession },
  transaction: Transaction,
  item: Omit<NewWorkItem, 'askedBy'>,
): Promise<number> {
  const asked = { ...item, askedBy: session.staffId };
  const workItemId = await insertWorkItem(transaction, asked, services.clock.now());
  if (workItemId === undefined) throw new DeskRefusal(409, 'AskedAlready');
  return workItemId;
}

interface Asking {
  readonly services: Services;
  readonly session: DeskSession;
  readonly body: { readonly customerId: string; readonly reason: string };
  readonly record: DeskCall<DeskKey>['record'];
}

/** The request; `details` and `userId` go into the audit entry, together with the request's id. */
type AskedChange = Pick<NewWorkItem, 'action' | 'input' | 'before' | 'after'> &
  Pick<DeskEntry, 'userId'> &
  Required<Pick<DeskEntry, 'details'>>;

/**
 * Asks for a change of a customer's that someone else must approve, with its audit entry in the same transaction.
 * @param describe may read in that transaction
 * @throws DeskRefusal 409 if the same is asked for already
 */
export async function askAboutCustomer(
  { services, session, body: { customerId, reason }, record }: Asking,
  describe: (transaction: Transaction) => AskedChange | Promise<AskedChange>,
): Promise<void> {
  const customer = await services.host.findCustomer(customerId);
  await inTransaction(services.database, async (transaction) => {
    const { userId = null, details, ...change } = await describe(transaction);
    const item = { ...change, customerId, customerName: customer?.personalName ?? customerId, reason };
    const workItemId = await askSecondPerson({ services, session }, transaction, item);
    await record(transaction, { customerId, userId, reason, details: { ...details, workItemId } });
  });
}
