import { formatDay } from '#common/core/dates.ts';
import type { creditFilesApi } from '#common/desk/credit-files.api.ts';
import {
  type CreditFile,
  findCreditFile,
  listCreditFiles,
} from '#server/accounts/credit-bureau/credit-files.queries.ts';
import {
  lastDayOfMonth,
  makeCreditFile,
  readCreditFile,
} from '#server/accounts/credit-bureau/make-credit-file.command.ts';
import { askSecondPerson } from '#server/desk/approvals/ask-second-person.command.ts';
import { hasOpenWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import { type DeskHandlers, DeskRefusal, type DeskSession } from '#server/desk/http/desk-endpoint.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { findUnusedCreditRelease, listCreditDownloads, takeCreditRelease } from './credit-file-releases.queries.ts';

const MAX_FILES = 24;

export const creditFilesHandlers: DeskHandlers<typeof creditFilesApi> = {
  'GET /api/desk/credit-files': async ({ services, session }) => {
    const { clock, database, institution, ledgerReports } = services;
    const newestMonth = Temporal.PlainDate.from(clock.today()).toPlainYearMonth().subtract({ months: 1 }).toString();
    const files = await listCreditFiles(database, MAX_FILES);
    return {
      why: ledgerReports ? (institution.creditBureau ? null : 'NoCreditBureau') : 'NotOurBooks',
      newestMonth,
      files: await Promise.all(files.map((file) => toShown(services, session, file))),
    };
  },

  'POST /api/desk/credit-files/make': async ({ services, session, body, record }) => {
    const wanted = { through: lastDayOfMonth(body.month), by: session.emailAddress };
    const made = await makeCreditFile(services, wanted, (transaction, { fileId, accounts, leftOut }) =>
      record(transaction, {
        reason: body.reason,
        details: { through: wanted.through, fileId, accounts, leftOut: leftOut.length },
      }),
    );
    if (!made.ok) throw new DeskRefusal(409, made.error);
    return {};
  },

  'POST /api/desk/credit-files/ask': async ({ services, session, body, record }) => {
    const { fileId, reason } = body;
    await inTransaction(services.database, async (transaction) => {
      const file = await findCreditFile(transaction, fileId);
      if (!file) throw new DeskRefusal(404, 'NotFound');
      const earlier = (await listCreditDownloads(transaction, fileId)).length;
      const name = `${file.accounts} accounts, with Social Security numbers; ${file.leftOut.length} left out`;
      const item = {
        action: 'downloadCreditFile',
        customerId: '',
        customerName: `Credit bureau file through ${formatDay(file.through)}`,
        input: { fileId: String(fileId) },
        before: { [name]: earlier === 0 ? 'never downloaded' : `downloaded ${earlier} times` },
        after: { [name]: `one download by ${session.name}` },
        reason,
      } as const;
      const workItemId = await askSecondPerson({ services, session }, transaction, item);
      await record(transaction, { reason, details: { fileId, through: file.through, workItemId } });
    });
    return {};
  },

  'POST /api/desk/credit-files/file': async ({ services, session, body: { fileId }, record }) => {
    const { database, clock } = services;
    const { staffId } = session;
    const workItemId = await findUnusedCreditRelease(database, { fileId, staffId }, clock.now());
    if (workItemId === undefined) throw new DeskRefusal(403, 'NotReleased');
    const file = await findCreditFile(database, fileId);
    if (!file) throw new DeskRefusal(404, 'NotFound');
    const content = readCreditFile(services, file);
    await inTransaction(database, async (transaction) => {
      if (!(await takeCreditRelease(transaction, workItemId, clock.now()))) throw new DeskRefusal(403, 'NotReleased');
      const { through, accounts, sha256 } = file;
      await record(transaction, { details: { fileId, through, accounts, sha256, workItemId } });
    });
    const fileName = `metro2-${file.through.slice(0, 7)}.txt`;
    return { fileName, contentType: 'application/octet-stream', content };
  },
};

async function toShown({ database, clock }: Services, { staffId }: DeskSession, file: CreditFile) {
  const { fileId, through, accounts, leftOut, sha256, madeBy, madeAt } = file;
  const [release, asked, downloads] = await Promise.all([
    findUnusedCreditRelease(database, { fileId, staffId }, clock.now()),
    hasOpenWorkItem(database, 'downloadCreditFile', '', { fileId: String(fileId) }),
    listCreditDownloads(database, fileId),
  ]);
  return {
    fileId,
    through,
    accounts,
    leftOut: [...leftOut],
    sha256,
    madeBy,
    madeAt: madeAt.toString(),
    mayDownload: release !== undefined,
    asked,
    downloads: downloads.map(({ at, ...download }) => ({ ...download, at: at.toString() })),
  };
}
