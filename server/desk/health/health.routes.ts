import { formatInstantShort } from '#common/core/dates.ts';
import type { healthApi } from '#common/desk/health.api.ts';
import { mayDo } from '#common/desk/permissions.ts';
import type { z } from 'zod';
import { maskEmail, maskPhone } from '#server/desk/customers/masks.ts';
import type { DeskHandlers } from '#server/desk/http/desk-endpoint.ts';
import { readOutboxState } from '#server/messages/outbox-state.queries.ts';
import { giveUpStateOf } from '#server/messages/drop-message.command.ts';
import { listUndelivered, type OutboxMessage } from '#server/messages/outbox-messages.queries.ts';
import { readAuditAnchors } from '#server/platform/audit/audit-anchors.ts';
import { readVerifications } from '#server/platform/audit/audit-verifications.ts';
import { verifyAuditLog } from '#server/platform/audit/verify-audit-log.command.ts';
import { describeAuditProblem } from '#server/platform/audit/describe-audit-problem.ts';
import { listSealKeys } from '#server/platform/crypto/field-keys.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { listJobRuns } from '#server/platform/jobs/job-runs.queries.ts';
import { readOperatingFigures } from '#server/platform/operating-metrics.queries.ts';
import type { Services } from '#server/services.ts';
import { checkConnections, readCertificates } from './connections.ts';
import { readServerCertificates } from './server-certificates.ts';
import {
  listNeeds,
  stateOfAnchors,
  stateOfJob,
  stateOfKey,
  stateOfQueue,
  stateOfVerification,
} from './evaluate-health.ts';

const MAX_UNDELIVERED = 50;

type Health = z.input<(typeof healthApi)['GET /api/desk/health']['answer']>;

export const healthHandlers: DeskHandlers<typeof healthApi> = {
  'GET /api/desk/health': ({ services, session }) => readHealth(services, mayDo(session.role, 'seeCustomers')),

  'POST /api/desk/health/verify-audit': async ({ services, session, record }) => {
    const { database, institution } = services;
    const { problems: found, lastAnchor } = await verifyAuditLog(services, session.emailAddress);
    const formatAt = (at: string) => formatInstantShort(Temporal.Instant.from(at), institution.timeZone);
    const problems = found.map((problem) => describeAuditProblem(problem, formatAt));
    await inTransaction(database, (transaction) => record(transaction, { details: { problems: problems.length } }));
    return { problems, anchored: lastAnchor !== undefined };
  },
};

async function readHealth(services: Services, showsCustomers: boolean): Promise<Health> {
  const { database, clock, config } = services;
  const [connections, certificates, servers, figures, outbox, unsent, runs, sealKeys, anchors, verifications] =
    await Promise.all([
      checkConnections(services),
      readCertificates([{ name: 'Card processor', tls: config.network.cards?.tls ?? null }], clock.now()),
      readServerCertificates(config, clock.now()),
      readOperatingFigures(database, clock),
      readOutboxState(database),
      listUndelivered(database, MAX_UNDELIVERED),
      listJobRuns(database),
      listSealKeys(database),
      readAuditAnchors(config.auditAnchorsFile).catch(() => 'unreadable' as const),
      readVerifications(config),
    ]);
  const jobs = runs.map((run) => ({
    name: run.name,
    schedule: run.schedule,
    lastRunAt: run.endedAt?.toString() ?? null,
    ...stateOfJob(run),
  }));
  const queues = outbox.map((state) => stateOfQueue(state, clock.now()));
  const keys = sealKeys.map(stateOfKey);
  const audit = stateOfAnchors(anchors);
  const verified = stateOfVerification(verifications, clock.now());
  const auditLines = [audit, verified].map(({ tone, state }) => ({ name: 'Audit log', tone, state }));
  const lines = [...connections, ...certificates, ...servers, ...queues, ...jobs, ...keys, ...auditLines];
  return {
    needs: listNeeds(figures, lines, runs.length > 0),
    connections,
    queues,
    undelivered: unsent.map((message) => toShown(message, showsCustomers, clock.now())),
    jobs,
    certificates: [...certificates, ...servers],
    keys,
    audit: { ...audit, verified },
  };
}

function toShown(
  message: OutboxMessage,
  showsCustomers: boolean,
  now: Temporal.Instant,
): Health['undelivered'][number] {
  const { messageId, channel, kind, recipient, ownerId, createdAt, attempts, refusedForGood } = message;
  return {
    messageId,
    channel,
    kind: showsCustomers ? kind : null,
    maskedRecipient: channel === 'email' ? maskEmail(recipient) : maskPhone(recipient),
    customerId: showsCustomers ? ownerId : null,
    at: createdAt.toString(),
    attempts,
    refusedForGood,
    reference: message.troubleReference ?? '',
    giveUp: showsCustomers ? giveUpStateOf(message, now) : null,
  };
}
