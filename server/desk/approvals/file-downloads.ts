import { countOf } from '#common/core/counts.ts';
import type { Day } from '#common/core/dates.ts';
import type { ApprovableAction } from '#common/desk/work.api.ts';
import {
  type DeskCall,
  type DeskEntry,
  type DeskKey,
  DeskRefusal,
  type DeskSession,
} from '#server/desk/http/desk-endpoint.ts';
import { isRejectedFile } from '#server/payments/end-of-day/record-file-rejection.command.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { requestApproval } from './request-approval.command.ts';
import { findUnusedRelease, listDownloads, type ReleasedFile, takeRelease } from './file-releases.queries.ts';
import { hasOpenWorkItem, type Values } from './work-items.queries.ts';

type DownloadAction = Extract<ApprovableAction, 'downloadBankFile' | 'downloadCreditFile'>;

/** Whether a file was requested, may be downloaded by this person, and who did. */
export async function stateOfDownload(
  { clock, database }: Services,
  { staffId }: DeskSession,
  file: ReleasedFile,
  { action, input }: { readonly action: DownloadAction; readonly input: Values },
) {
  const [release, asked, downloads] = await Promise.all([
    findUnusedRelease(database, file, staffId, clock.now()),
    hasOpenWorkItem(database, action, '', input),
    listDownloads(database, file),
  ]);
  return {
    mayDownload: release !== undefined,
    asked,
    downloads: downloads.map(({ at, ...download }) => ({ ...download, at: at.toString() })),
  };
}

interface RequestingCall {
  readonly services: Services;
  readonly session: DeskSession;
  readonly body: { readonly reason: string };
  readonly record: DeskCall<DeskKey>['record'];
}

interface RequestedDownload {
  readonly action: DownloadAction;
  readonly title: string;
  /** The file's content in words, for the person who approves. */
  readonly content: string;
  readonly input: Values;
  readonly details: NonNullable<DeskEntry['details']>;
}

/**
 * Requests approval to let the caller download a file once.
 * @param describe may read in the transaction
 */
export async function requestDownload(
  { services, session, body: { reason }, record }: RequestingCall,
  file: ReleasedFile,
  describe: (transaction: Transaction) => Promise<RequestedDownload>,
): Promise<void> {
  await inTransaction(services.database, async (transaction) => {
    const { action, title, content, input, details } = await describe(transaction);
    const earlier = (await listDownloads(transaction, file)).length;
    const workItemId = await requestApproval({ services, session }, transaction, {
      action,
      customerId: '',
      customerName: title,
      input,
      before: { [content]: earlier === 0 ? 'never downloaded' : `downloaded ${countOf(earlier, 'time')}` },
      after: { [content]: `one download by ${session.name}` },
      reason,
    });
    await record(transaction, { reason, details: { ...details, workItemId } });
  });
}

/**
 * Uses up the approval of a download.
 * @param read reads the file; its details are for the audit entry
 * @throws DeskRefusal 403 if no approval is left; 409 for a file that the bank rejected, also while it was read
 */
export async function takeDownload<Read extends { readonly details: NonNullable<DeskEntry['details']> }>(
  { services: { clock, database }, session, record }: Pick<RequestingCall, 'services' | 'session' | 'record'>,
  file: ReleasedFile,
  read: () => Promise<Read>,
): Promise<Read> {
  const workItemId = await findUnusedRelease(database, file, session.staffId, clock.now());
  if (workItemId === undefined) throw new DeskRefusal(403, 'NotReleased');
  const found = await read();
  await inTransaction(database, async (transaction) => {
    if ('businessOn' in file) await assertNotRejected(transaction, file.businessOn);
    if (!(await takeRelease(transaction, file, workItemId, clock.now()))) throw new DeskRefusal(403, 'NotReleased');
    await record(transaction, { details: { ...found.details, workItemId } });
  });
  return found;
}

/** The entries of a rejected file leave with another one, so it must not reach the bank. */
async function assertNotRejected(transaction: Transaction, businessOn: Day): Promise<void> {
  if (await isRejectedFile(transaction, businessOn)) throw new DeskRefusal(409, 'RefusedAlready');
}
