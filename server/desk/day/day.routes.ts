import { countOf } from '#common/core/counts.ts';
import { type Day, day, formatDay } from '#common/core/dates.ts';
import { addCents, formatCents } from '#common/core/money.ts';
import type { dayApi } from '#common/desk/day.api.ts';
import { requestApproval } from '#server/desk/approvals/request-approval.command.ts';
import { hasOpenWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import { findFileRejection } from '#server/payments/end-of-day/rejected-files.queries.ts';
import { planFileRejection } from '#server/payments/end-of-day/record-file-rejection.command.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { requestDownload, stateOfDownload, takeDownload } from '#server/desk/approvals/file-downloads.ts';
import { type DeskEntry, type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { acknowledgeDifferences } from '#server/payments/end-of-day/acknowledge-differences.command.ts';
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

const MAX_DAYS = 60;
const MAX_HELD = 200;

export const dayHandlers: DeskHandlers<typeof dayApi> = {
  'GET /api/desk/days': async ({ services: { database } }) => {
    const [days, held] = await Promise.all([listDays(database, MAX_DAYS), listHeld(database, MAX_HELD)]);
    return { days: days.map((listed) => ({ ...listed, closedAt: listed.closedAt?.toString() ?? null })), held };
  },

  'GET /api/desk/day': async ({ services, session, query }) => {
    const businessOn = day(query.businessOn);
    const found = await readDay(services.database, businessOn);
    if (!found) throw new DeskRefusal(404, 'NotFound');
    const { closedAt, steps, notSubmitted, file, comparison, differences, acknowledged } = found;
    const download = { action: 'downloadBankFile', input: { businessOn } } as const;
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
            ...(await readRejection(services, businessOn)),
            ...(await stateOfDownload(services, session, { businessOn }, download)),
          }
        : null,
      comparison: comparison && {
        ...comparison,
        credits: comparison.credits ?? null,
        differences: [...differences],
        acknowledged: acknowledged && { ...acknowledged, at: acknowledged.at.toString() },
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

  'POST /api/desk/day/acknowledge': async ({ services, session, body, record }) => {
    const businessOn = day(body.businessOn);
    const decision = { by: session.emailAddress, name: session.name, reason: body.reason };
    const acknowledged = await acknowledgeDifferences(services, businessOn, decision, (transaction, differences) =>
      record(transaction, { reason: body.reason, details: { businessOn, differences: differences.length } }),
    );
    if (!acknowledged.ok) throw new DeskRefusal(acknowledged.error === 'OwnPayment' ? 403 : 409, acknowledged.error);
    return {};
  },

  'GET /api/desk/day/refusal': async ({ services, query }) => {
    const plan = await planFileRejection(services, day(query.businessOn));
    if (!plan) throw new DeskRefusal(404, 'NotFound');
    return plan;
  },

  'POST /api/desk/day/ask-refusal': async ({ services, session, body, record }) => {
    const { database } = services;
    const { holding, reason } = body;
    const businessOn = day(body.businessOn);
    const plan = await planFileRejection(services, businessOn, holding);
    if (!plan) throw new DeskRefusal(404, 'NotFound');
    if (plan.obstacle) throw new DeskRefusal(409, plan.obstacle);
    // Also one that would hold other drafts.
    if (await hasOpenWorkItem(database, 'refuseBankFile', '', { businessOn }))
      throw new DeskRefusal(409, 'AskedAlready');
    const { drafts, debitCents, held, heldCents, credits, creditCents, insteadOf, effectiveOn } = plan;
    const content = contentOf({ entries: drafts, debitCents, credits, creditCents });
    const kept = `${countOf(held, 'draft')} of ${formatCents(heldCents)}`;
    const before = `effective ${formatDay(insteadOf)}`;
    await inTransaction(database, async (transaction) => {
      const workItemId = await requestApproval({ services, session }, transaction, {
        action: 'refuseBankFile',
        customerId: '',
        customerName: `Bank file of ${formatDay(businessOn)}`,
        input: { businessOn, ...(held > 0 && { holding: holding.join(' ') }) },
        before: { [content]: before, ...(held > 0 && { [kept]: before }) },
        after: {
          [content]: `leave with the next file, effective ${formatDay(effectiveOn)}`,
          ...(held > 0 && { [kept]: `put on hold: ${holding.join(', ')}` }),
        },
        reason,
      });
      await record(transaction, { reason, details: { businessOn, workItemId, holding: holding.join(' ') } });
    });
    return {};
  },

  'POST /api/desk/day/ask-file': async (call) => {
    const businessOn = day(call.body.businessOn);
    if (await findFileRejection(call.services.database, businessOn)) throw new DeskRefusal(409, 'RefusedAlready');
    await requestDownload(call, { businessOn }, async (transaction) => {
      const file = await findFileFacts(transaction, businessOn);
      if (!file) throw new DeskRefusal(404, 'NotFound');
      return {
        action: 'downloadBankFile',
        title: `Bank file of ${formatDay(businessOn)}`,
        content: `${contentOf(file)}, with account numbers`,
        input: { businessOn },
        details: { businessOn },
      };
    });
    return {};
  },

  'POST /api/desk/day/file': async (call) => {
    const { services } = call;
    const businessOn = day(call.body.businessOn);
    const { content } = await takeDownload(call, { businessOn }, async () => {
      const [file, facts] = await Promise.all([
        readBankFile(services, businessOn),
        findFileFacts(services.database, businessOn),
      ]);
      if (!file || !facts) throw new DeskRefusal(404, 'NotFound');
      const { text, ...totals } = file;
      return { content: text, details: { businessOn, ...totals, sha256: facts.sha256 } };
    });
    return { fileName: `bank-file-${businessOn}.ach`, contentType: 'application/octet-stream', content };
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

async function readRejection({ database }: Services, businessOn: Day) {
  const [rejected, refusalAsked] = await Promise.all([
    findFileRejection(database, businessOn),
    hasOpenWorkItem(database, 'refuseBankFile', '', { businessOn }),
  ]);
  return { refused: rejected ? { ...rejected, at: rejected.at.toString() } : null, refusalAsked };
}

function contentOf({
  entries,
  debitCents,
  credits,
  creditCents,
}: Pick<FileFacts, 'entries' | 'debitCents' | 'credits' | 'creditCents'>): string {
  const drafts = `${countOf(entries, 'draft')} of ${formatCents(debitCents)}`;
  return credits === 0 ? drafts : `${drafts} and ${countOf(credits, 'credit')} of ${formatCents(creditCents)}`;
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
