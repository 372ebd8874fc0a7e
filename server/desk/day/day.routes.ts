import { day, formatDay } from '#common/core/dates.ts';
import { addCents, formatCents } from '#common/core/money.ts';
import type { dayApi } from '#common/desk/day.api.ts';
import { askSecondPerson } from '#server/desk/approvals/ask-second-person.command.ts';
import { hasOpenWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import { type DeskEntry, type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { cancelDraft, type DecidedDraft, releaseDraft } from '#server/payments/end-of-day/decide-draft.command.ts';
import { readBankFile } from '#server/payments/end-of-day/make-bank-file.command.ts';
import { listFiledCredits } from '#server/payments/operator/payout-credits.queries.ts';
import { readDay } from '#server/payments/operator/read-day.ts';
import {
  type FiledDraft,
  type FileFacts,
  findFileFacts,
  listDays,
  listFiledDrafts,
  listHeld,
} from '#server/payments/operator/read-days.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { findUnusedRelease, listDownloads, takeRelease } from './bank-file-releases.queries.ts';

const MAX_DAYS = 60;
const MAX_HELD = 200;

export const dayHandlers: DeskHandlers<typeof dayApi> = {
  'GET /api/desk/days': async ({ services: { database } }) => {
    const [days, held] = await Promise.all([listDays(database, MAX_DAYS), listHeld(database, MAX_HELD)]);
    return { days: days.map((listed) => ({ ...listed, closedAt: listed.closedAt?.toString() ?? null })), held };
  },

  'GET /api/desk/day': async ({ services: { database, clock }, session, query }) => {
    const businessOn = day(query.businessOn);
    const { staffId } = session;
    const found = await readDay(database, businessOn);
    if (!found) throw new DeskRefusal(404, 'NotFound');
    const { closedAt, steps, notSubmitted, file, comparison, differences } = found;
    const [release, asked, downloads] = await Promise.all([
      findUnusedRelease(database, { businessOn, staffId }, clock.now()),
      hasOpenWorkItem(database, 'downloadBankFile', '', { businessOn }),
      listDownloads(database, businessOn),
    ]);
    return {
      businessOn,
      closedAt: closedAt?.toString() ?? null,
      steps: steps.map(({ since, ...step }) => ({ ...step, since: since?.toString() ?? null })),
      notSubmitted: notSubmitted.map(({ reference, dueOn, text, payment }) => ({
        reference,
        dueOn,
        why: text,
        payment,
      })),
      file: file
        ? {
            effectiveOn: file.effectiveOn,
            entries: file.entries,
            debitCents: file.debitCents,
            credits: file.credits,
            creditCents: file.creditCents,
            sha256: file.sha256,
            madeAt: file.madeAt.toString(),
            mayDownload: release !== undefined,
            asked,
            downloads: downloads.map(({ at, ...download }) => ({ ...download, at: at.toString() })),
          }
        : null,
      comparison: comparison && {
        ...comparison,
        credits: comparison.credits ?? null,
        differences: [...differences],
      },
    };
  },

  'GET /api/desk/day/file-summary': async ({ services: { database }, query }) => {
    const businessOn = day(query.businessOn);
    const [file, drafts, credits] = await Promise.all([
      findFileFacts(database, businessOn),
      listFiledDrafts(database, businessOn),
      listFiledCredits(database, businessOn),
    ]);
    const sent = credits.map(({ payoutId: _payoutId, returned: _returned, ...credit }) => credit);
    if (!file) throw new DeskRefusal(404, 'NotFound');
    return {
      ...file,
      madeAt: file.madeAt.toString(),
      batches: [
        ...[...Map.groupBy(drafts, ({ sec }) => sec)].map(([kind, entries]) => batchOf(kind, entries)),
        ...[...Map.groupBy(sent, ({ sec }) => sec)].map(([kind, entries]) => batchOf(`${kind} credits`, entries)),
      ],
    };
  },

  'POST /api/desk/day/ask-file': async ({ services, session, body, record }) => {
    const { reason } = body;
    const businessOn = day(body.businessOn);
    await inTransaction(services.database, async (transaction) => {
      const file = await findFileFacts(transaction, businessOn);
      if (!file) throw new DeskRefusal(404, 'NotFound');
      const input = { businessOn };
      const earlier = (await listDownloads(transaction, businessOn)).length;
      const name = `${contentOf(file)}, with account numbers`;
      const item = {
        action: 'downloadBankFile',
        customerId: '',
        customerName: `Bank file of ${formatDay(businessOn)}`,
        input,
        before: { [name]: earlier === 0 ? 'never downloaded' : `downloaded ${earlier} times` },
        after: { [name]: `one download by ${session.name}` },
        reason,
      } as const;
      const workItemId = await askSecondPerson({ services, session }, transaction, item);
      await record(transaction, { reason, details: { businessOn, workItemId } });
    });
    return {};
  },

  'POST /api/desk/day/file': async ({ services, session, body, record }) => {
    const { database, clock } = services;
    const businessOn = day(body.businessOn);
    const { staffId } = session;
    const workItemId = await findUnusedRelease(database, { businessOn, staffId }, clock.now());
    if (workItemId === undefined) throw new DeskRefusal(403, 'NotReleased');
    const [file, facts] = await Promise.all([readBankFile(services, businessOn), findFileFacts(database, businessOn)]);
    if (!file || !facts) throw new DeskRefusal(404, 'NotFound');
    await inTransaction(database, async (transaction) => {
      if (!(await takeRelease(transaction, workItemId, clock.now()))) throw new DeskRefusal(403, 'NotReleased');
      const { text: _text, ...totals } = file;
      const details = { businessOn, workItemId, ...totals, sha256: facts.sha256 };
      await record(transaction, { details });
    });
    return { fileName: `bank-file-${businessOn}.ach`, contentType: 'application/octet-stream', content: file.text };
  },

  'POST /api/desk/drafts/release': async ({ services, session, body, record }) => {
    const released = await releaseDraft(services, body.reference, session.emailAddress, (transaction, draft) =>
      record(transaction, draftEntry(body, draft)),
    );
    if (!released.ok) throw new DeskRefusal(409, 'DraftNotHeld');
    return {};
  },

  'POST /api/desk/drafts/cancel': async ({ services, session, body, record }) => {
    const decision = { reason: body.reason, by: session.emailAddress };
    const cancelled = await cancelDraft(services, body.reference, decision, (transaction, draft) =>
      record(transaction, draftEntry(body, draft)),
    );
    if (!cancelled.ok) throw new DeskRefusal(409, 'DraftNotHeld');
    return {};
  },
};

function contentOf({ entries, debitCents, credits, creditCents }: FileFacts): string {
  const drafts = `${entries} drafts of ${formatCents(debitCents)}`;
  return credits === 0 ? drafts : `${drafts} and ${credits} credits of ${formatCents(creditCents)}`;
}

function batchOf(kind: string, drafts: readonly FiledDraft[]) {
  return {
    kind,
    totalCents: addCents(...drafts.map(({ amountCents }) => amountCents)),
    entries: drafts.map(({ sec: _sec, ...draft }) => draft),
  };
}

function draftEntry(
  { reference, reason }: { readonly reference: string; readonly reason: string },
  { paymentId, amountCents }: DecidedDraft,
): DeskEntry {
  return { reason, details: { paymentId, referenceNumber: reference, amountCents } };
}
