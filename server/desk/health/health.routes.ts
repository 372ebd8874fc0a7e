import { formatInstantShort } from '#common/core/dates.ts';
import type { healthApi } from '#common/desk/health.api.ts';
import type { z } from 'zod';
import { maskEmail, maskPhone } from '#server/desk/customers/masks.ts';
import type { DeskHandlers } from '#server/desk/http/desk-endpoint.ts';
import { readOutboxState } from '#server/messages/outbox-state.queries.ts';
import { listUndelivered, type OutboxMessage } from '#server/messages/outbox-messages.queries.ts';
import { readAuditAnchors } from '#server/platform/audit/audit-anchors.ts';
import { describeAuditProblem } from '#server/platform/audit/describe-audit-problem.ts';
import { listSealKeys } from '#server/platform/crypto/field-keys.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { listJobRuns } from '#server/platform/jobs/job-runs.queries.ts';
import { readOperatingFigures } from '#server/platform/operating-metrics.queries.ts';
import type { Services } from '#server/services.ts';
import { checkConnections, readCertificates } from './connections.ts';
import { listNeeds, stateOfJob, stateOfKey, stateOfQueue } from './evaluate-health.ts';

const MAX_UNDELIVERED = 50;

type Health = z.input<(typeof healthApi)['GET /api/desk/health']['answer']>;

export const healthHandlers: DeskHandlers<typeof healthApi> = {
  'GET /api/desk/health': ({ services }) => readHealth(services),

  'POST /api/desk/health/verify-audit': async ({ services, record }) => {
    const { audit, database, config, institution } = services;
    const anchors = await readAuditAnchors(config.auditAnchorsFile);
    const found = await audit.findProblems(database, anchors ?? []);
    const formatAt = (at: string) => formatInstantShort(Temporal.Instant.from(at), institution.timeZone);
    const problems = found.map((problem) => describeAuditProblem(problem, formatAt));
    await inTransaction(database, (transaction) => record(transaction, { details: { problems: problems.length } }));
    return { problems };
  },
};

async function readHealth(services: Services): Promise<Health> {
  const { database, clock, config } = services;
  const [connections, certificates, figures, outbox, unsent, runs, sealKeys, anchors] = await Promise.all([
    checkConnections(services),
    readCertificates([{ name: 'Card processor', tls: config.network.cards?.tls ?? null }], clock.now()),
    readOperatingFigures(database, clock),
    readOutboxState(database),
    listUndelivered(database, MAX_UNDELIVERED),
    listJobRuns(database),
    listSealKeys(database),
    readAuditAnchors(config.auditAnchorsFile),
  ]);
  const jobs = runs.map((run) => ({
    name: run.name,
    schedule: run.schedule,
    lastRunAt: run.endedAt?.toString() ?? null,
    ...stateOfJob(run),
  }));
  const queues = outbox.map((state) => stateOfQueue(state, clock.now()));
  const keys = sealKeys.map(stateOfKey);
  const last = anchors?.at(-1);
  const audit = last
    ? ({ tone: 'ok', state: 'anchored outside the database', lastAnchorAt: last.at } as const)
    : ({ tone: 'warn', state: 'not anchored outside the database yet', lastAnchorAt: null } as const);
  const lines = [...connections, ...certificates, ...queues, ...jobs, ...keys, { name: 'Audit log', ...audit }];
  return {
    needs: listNeeds(figures, lines, runs.length > 0),
    connections,
    queues,
    undelivered: unsent.map(toShown),
    jobs,
    certificates,
    keys,
    audit,
  };
}

function toShown(message: OutboxMessage): Health['undelivered'][number] {
  const { messageId, channel, kind, recipient, customerId, createdAt, attempts, refusedForGood } = message;
  return {
    messageId,
    channel,
    kind,
    maskedRecipient: channel === 'email' ? maskEmail(recipient) : maskPhone(recipient),
    customerId,
    at: createdAt.toString(),
    attempts,
    refusedForGood,
    reference: message.troubleReference ?? '',
  };
}
