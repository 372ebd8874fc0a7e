import { type DeskCall, type DeskKey, DeskRefusal, type DeskSession } from '#server/desk/http/desk-endpoint.ts';
import type { Transaction } from '#server/platform/db/database.ts';
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
