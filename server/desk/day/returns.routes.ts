import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { countOf } from '#common/core/counts.ts';
import { formatCents } from '#common/core/money.ts';
import type { Result } from '#common/core/results.ts';
import type { returnsApi } from '#common/desk/returns.api.ts';
import { requestApproval } from '#server/desk/approvals/request-approval.command.ts';
import { hasWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import { type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { listWaitingChanges } from '#server/payments/end-of-day/bank-changes.queries.ts';
import {
  applyDecidedChange,
  dismissChange,
  readWaitingChange,
} from '#server/payments/end-of-day/decide-bank-change.command.ts';
import {
  type NoticedCredit,
  previewReturns,
  type ReturnsTaken,
  takeReturns,
} from '#server/payments/end-of-day/take-returns.command.ts';
import { listPaymentsNamed } from '#server/payments/operator/read-days.queries.ts';
import { dropApproval, joinIds, listUntakenFiles, markTaken, RETURNED } from './approved-returns.queries.ts';
import { inTransaction, type Queryable } from '#server/platform/db/database.ts';

const MAX_WAITING = 500;

type Taken = z.input<(typeof returnsApi)['POST /api/desk/returns/take']['answer']>;

export const returnsHandlers: DeskHandlers<typeof returnsApi> = {
  'POST /api/desk/returns/preview': async ({ services, body: { text }, record }) => {
    const sha256 = hashOf(text);
    const taken = await previewReturns(services, text);
    await inTransaction(services.database, (transaction) => record(transaction, { details: { sha256 } }));
    return toAnswer(services.database, sha256, taken);
  },

  'POST /api/desk/returns/ask': async (call) => {
    const { services, session, body, record } = call;
    const { text, reason } = body;
    const sha256 = hashOf(text);
    const preview = await previewReturns(services, text);
    if (!preview.ok) throw new DeskRefusal(409, 'FileUnreadable');
    const { notices } = preview.value;
    const ids = notices.flatMap(({ paymentId }) => paymentId ?? []);
    const payments = new Map(
      (await listPaymentsNamed(services.database, ids)).map((named) => [named.paymentId, named]),
    );
    await inTransaction(services.database, async (transaction) => {
      const item = {
        action: 'takeReturns',
        customerId: '',
        customerName: `${countOf(notices.length, 'notice')}, SHA-256 ${sha256}`,
        input: { sha256, outcome: outcomeOf(preview.value), [RETURNED]: joinIds(returnedOf(preview.value)) },
        before: Object.fromEntries(
          notices.map(({ code, trace, paymentId, credit }) => {
            const payment = payments.get(paymentId ?? '');
            const named = payment && `Payment ${payment.reference} of ${formatCents(payment.totalCents)}`;
            return [`${code}, trace ${trace}`, named ?? (credit ? describeCredit(credit) : 'no draft found')];
          }),
        ),
        after: Object.fromEntries(
          notices.map(({ code, trace, became, reason: why, effects, credit }) => [
            `${code}, trace ${trace}`,
            [became, correctionOf(credit), why, ...effects].filter((word) => word !== '').join('; '),
          ]),
        ),
        reason,
      } as const;
      const workItemId = await requestApproval({ services, session }, transaction, item);
      await record(transaction, { reason, details: { sha256, workItemId } });
    });
    return {};
  },

  // The audit entry is written first, because each notice commits on its own.
  'POST /api/desk/returns/take': async ({ services, body: { text, reason }, record }) => {
    const sha256 = hashOf(text);
    const preview = await previewReturns(services, text);
    if (!preview.ok) throw new DeskRefusal(409, 'FileUnreadable');
    // What was approved, and nothing that drafts filed since have made of it.
    const approved = { sha256, outcome: outcomeOf(preview.value) };
    if (!(await hasWorkItem(services.database, 'takeReturns', approved, 'approved'))) {
      throw new DeskRefusal(403, 'NotApproved');
    }
    await inTransaction(services.database, (transaction) => record(transaction, { reason, details: { sha256 } }));
    const taken = await takeReturns(services, text);
    // What could not be taken stays listed, with any earlier approval of the file that left something behind.
    if (taken.ok && taken.value.failed.length === 0) {
      await inTransaction(services.database, (transaction) => markTaken(transaction, { sha256 }));
    }
    return toAnswer(services.database, sha256, taken);
  },

  'GET /api/desk/returns/approved': async ({ services: { database } }) => {
    const files = await listUntakenFiles(database, MAX_WAITING);
    return { files: files.map(({ approvedAt, ...file }) => ({ ...file, approvedAt: approvedAt.toString() })) };
  },

  'POST /api/desk/returns/drop': async ({ services, session, body: { workItemId, reason }, record }) => {
    await inTransaction(services.database, async (transaction) => {
      const drop = { by: session.staffId, reason, at: services.clock.now() };
      if (!(await dropApproval(transaction, workItemId, drop))) throw new DeskRefusal(409, 'NoLongerOpen');
      await record(transaction, { reason, details: { workItemId } });
    });
    return {};
  },

  'GET /api/desk/corrections': async ({ services: { database } }) => {
    const waiting = await listWaitingChanges(database, { traceNumber: null, limit: MAX_WAITING });
    return {
      waiting: waiting.map(({ traceNumber, kind, code, referenceNumber, reason }) => ({
        trace: traceNumber,
        kind,
        code,
        reference: referenceNumber,
        why: reason,
      })),
    };
  },

  'POST /api/desk/corrections/show': async ({ services, body: { traceNumber, reason }, record }) => {
    const waiting = await readWaitingChange(services, traceNumber);
    if (waiting.length === 0) throw new DeskRefusal(404, 'NoCorrection');
    await inTransaction(services.database, (transaction) => record(transaction, { reason, details: { traceNumber } }));
    return { corrections: waiting.map(({ code, corrected }) => ({ code, corrected })) };
  },

  'POST /api/desk/corrections/apply': async ({ services, session, body, record }) => {
    const { traceNumber, reason, routingNumber, accountNumber, accountType } = body;
    const correction = {
      ...(routingNumber !== undefined && { routingNumber }),
      ...(accountNumber !== undefined && { accountNumber }),
      ...(accountType !== undefined && { kind: accountType }),
    };
    if (Object.keys(correction).length === 0) throw new DeskRefusal(400, 'NothingCorrected');
    // Only the bank may say where money is drawn; anything else is for an operator at the command line.
    const changes = await readWaitingChange(services, traceNumber);
    const written = changes.flatMap(({ corrected }) => corrected.match(/\d+/g) ?? []);
    const isAsWritten = [routingNumber, accountNumber].every(
      (number) => number === undefined || written.includes(number),
    );
    if (!isAsWritten) throw new DeskRefusal(409, 'NotAsWritten');
    const by = session.emailAddress;
    const applied = await applyDecidedChange(services, traceNumber, correction, by, (transaction, named) =>
      record(transaction, { reason, details: { traceNumber, ...named } }),
    );
    if (!applied.ok) throw new DeskRefusal(409, 'CorrectionRefused');
    return {};
  },

  'POST /api/desk/corrections/dismiss': async ({ services, session, body: { traceNumber, reason }, record }) => {
    const dismissed = await dismissChange(services, traceNumber, session.emailAddress, (transaction, named) =>
      record(transaction, { reason, details: { traceNumber, ...named } }),
    );
    if (!dismissed.ok) throw new DeskRefusal(404, 'NoCorrection');
    return {};
  },
};

function describeCredit({ reference, amountCents, lastFour }: NoticedCredit): string {
  return `Bank credit ${reference} of ${formatCents(amountCents)} to the account ending ${lastFour}`;
}

function correctionOf(credit: NoticedCredit | null): string {
  const corrected = credit?.corrected;
  return corrected ? `the account becomes that of ${corrected.bankName} ending ${corrected.lastFour}` : '';
}

/** What banks have sent back, also if that can't be taken now. A correction sends nothing back. */
function returnedOf({ notices }: ReturnsTaken): string[] {
  return notices.flatMap(({ code, became, paymentId, credit }) => {
    const isReturned = became === 'returned' || (became === 'failed' && code.startsWith('R'));
    const id = credit?.payoutId ?? paymentId;
    return isReturned && id !== null ? [id] : [];
  });
}

/** Fingerprint of all that a file would do. */
function outcomeOf({ notices }: ReturnsTaken): string {
  return hashOf(JSON.stringify(notices.map(({ code, trace, became, effects }) => [code, trace, became, effects])));
}

async function approvalOf(
  queryable: Queryable,
  sha256: string,
  taken: Result<ReturnsTaken>,
): Promise<Taken['approval']> {
  if (!taken.ok) return 'none';
  const input = { sha256, outcome: outcomeOf(taken.value) };
  if (await hasWorkItem(queryable, 'takeReturns', input, 'approved')) return 'approved';
  return (await hasWorkItem(queryable, 'takeReturns', input, 'open')) ? 'asked' : 'none';
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function toAnswer(queryable: Queryable, sha256: string, taken: Result<ReturnsTaken>): Promise<Taken> {
  const approval = await approvalOf(queryable, sha256, taken);
  if (!taken.ok) return { problem: taken.error, sha256, approval, notices: [] };
  const { notices } = taken.value;
  const ids = notices.flatMap(({ paymentId }) => paymentId ?? []);
  const payments = new Map((await listPaymentsNamed(queryable, ids)).map((payment) => [payment.paymentId, payment]));
  return {
    problem: '',
    sha256,
    approval,
    notices: notices.map(({ paymentId, credit, effects, ...notice }) => ({
      ...notice,
      effects: [...effects],
      payment: payments.get(paymentId ?? '') ?? null,
      credit: credit && { reference: credit.reference, amountCents: credit.amountCents },
    })),
  };
}
