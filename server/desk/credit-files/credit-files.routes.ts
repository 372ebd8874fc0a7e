import { countOf } from '#common/core/counts.ts';
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
import { requestDownload, stateOfDownload, takeDownload } from '#server/desk/approvals/file-downloads.ts';
import { type DeskHandlers, DeskRefusal, type DeskSession } from '#server/desk/http/desk-endpoint.ts';
import type { Services } from '#server/services.ts';

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

  'POST /api/desk/credit-files/ask': async (call) => {
    const { fileId } = call.body;
    await requestDownload(call, { fileId }, async (transaction) => {
      const file = await findCreditFile(transaction, fileId);
      if (!file) throw new DeskRefusal(404, 'NotFound');
      return {
        action: 'downloadCreditFile',
        title: `Credit bureau file through ${formatDay(file.through)}`,
        content: `${countOf(file.accounts, 'account')}, with Social Security numbers; ${file.leftOut.length} left out`,
        input: { fileId: String(fileId) },
        details: { fileId, through: file.through },
      };
    });
    return {};
  },

  'POST /api/desk/credit-files/file': async (call) => {
    const { fileId } = call.body;
    const { content, fileName } = await takeDownload(call, { fileId }, async () => {
      const file = await findCreditFile(call.services.database, fileId);
      if (!file) throw new DeskRefusal(404, 'NotFound');
      const { through, accounts, sha256 } = file;
      return {
        content: readCreditFile(call.services, file),
        fileName: `metro2-${through.slice(0, 7)}.txt`,
        details: { fileId, through, accounts, sha256 },
      };
    });
    return { fileName, contentType: 'application/octet-stream', content };
  },
};

async function toShown(services: Services, session: DeskSession, file: CreditFile) {
  const { fileId, through, accounts, leftOut, sha256, madeBy, madeAt } = file;
  const download = { action: 'downloadCreditFile', input: { fileId: String(fileId) } } as const;
  return {
    fileId,
    through,
    accounts,
    leftOut: [...leftOut],
    sha256,
    madeBy,
    madeAt: madeAt.toString(),
    ...(await stateOfDownload(services, session, { fileId }, download)),
  };
}
