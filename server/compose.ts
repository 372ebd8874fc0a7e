import type { Options } from '#common/contract/all-options.ts';
import type { Institution } from '#common/institution/institution.ts';
import { composeOutside } from './compose-outside.ts';
import { createEmbeddedHost } from './host/books/embedded-host.ts';
import { createLedgerReports } from './host/books/ledger-reports.queries.ts';
import { createRoutingDirectory } from './payments-network/routing/bank-directory.queries.ts';
import { createAuditLog } from './platform/audit/append-audit-log.queries.ts';
import { openAuditKey } from './platform/audit/audit-key.queries.ts';
import { type Clock, createClock, createMovableClock } from './platform/clock.ts';
import { type Config, ConfigError } from './platform/config.ts';
import { describeDatabaseError } from './platform/db/describe-database-error.ts';
import { migrate } from './platform/db/migrate.ts';
import { openConfigured, type OpenDatabase } from './platform/db/open-database.ts';
import { createQuarantine } from './platform/backup/quarantine.ts';
import { openFieldCipher } from './platform/crypto/open-field-cipher.ts';
import { createClamdScanner } from './platform/files/clamd-scanner.ts';
import { openFileStore } from './platform/files/open-file-store.ts';
import type { VirusScanner } from './platform/files/virus-scanner.ts';
import { createFolderState } from './institution/folder-state.ts';
import { loadInstitution } from './institution/load-institution.ts';
import { createLog, type Log } from './platform/log.ts';
import {
  assertNoDemonstration,
  markDemonstration,
  readClockMovedSeconds,
} from './institution/operating-state.queries.ts';
import { endPlannedPayments } from './payments/schedules/end-planned-payments.command.ts';
import { createMetrics } from './platform/metrics.ts';
import { measureAudit } from './platform/audit/audit-metrics.ts';
import { measureOperations } from './platform/operating-metrics.queries.ts';
import type { Services } from './services.ts';
import { settingProblems } from './setup/check-settings.ts';

export interface Composition {
  readonly services: Services;
  /** Closes what was opened, in reverse order. */
  close(): Promise<void>;
}

/** Replacements that tests and commands pass for parts the configuration would choose. */
export interface Replacements {
  /** Migrated already. */
  readonly database?: OpenDatabase;
  readonly clock?: Clock;
  /** Commands keep standard output for what they print. */
  readonly log?: Log;
  /** Laid over the options of the institution. */
  readonly options?: Partial<Options>;
  readonly virusScanner?: VirusScanner | undefined;
  /** As far as its folder could be read, for commands that don't depend on it. */
  readonly brokenInstitution?: Institution;
}

/**
 * Builds all services of a process from its configuration. Implementations are chosen only here.
 * @throws ConfigError, InstitutionError, or the database's own error
 */
export async function compose(config: Config, replaced: Replacements = {}): Promise<Composition> {
  const institution = replaced.brokenInstitution ?? (await loadFitting(config, replaced.options));
  const log = replaced.log ?? createLog(config.logLevel);
  const opened = replaced.database ?? (await openMigrated(config));
  if (institution.demonstration && !replaced.brokenInstitution) await markDemonstration(opened.database);
  else if (config.mode === 'production') await assertNoDemonstration(opened.database);
  const { cipher, keys: fieldKeys, close: closeKeys } = await openFieldCipher(opened.database, config, log);
  const clock = replaced.clock ?? (await createClockOf(config, institution, opened));
  const metrics = createMetrics();
  measureOperations(metrics.registry, opened.database, clock);
  measureAudit(metrics.registry, config, clock);
  const quarantine = createQuarantine(opened.database);
  const outside = await composeOutside(config, {
    clock,
    log,
    metrics,
    quarantine,
    cardPagesUrl:
      institution.options['paymentOptions.cardFieldsUrl'] ||
      institution.options['paymentOptions.cardConfirmationOrigin'],
  });
  const services: Services = {
    config,
    log,
    clock,
    database: opened.database,
    jobStore: opened.jobStore,
    institution,
    institutionFolder: createFolderState(metrics.registry),
    ...outside.services,
    host: outside.core ?? createEmbeddedHost(opened.database, institution, cipher),
    ledgerReports: outside.core ? undefined : createLedgerReports(opened.database, institution, cipher),
    routingDirectory: createRoutingDirectory(opened.database),
    cipher,
    fieldKeys,
    audit: createAuditLog(clock, await openAuditKey(opened.database, cipher)),
    files: openFileStore(config),
    quarantine,
    virusScanner: replaced.virusScanner ?? findVirusScanner(config),
    metrics,
    endPlannedPayments: (...ended) => endPlannedPayments(services, ...ended),
  };
  return {
    services,
    async close() {
      closeKeys();
      await outside.close();
      await opened.close();
    },
  };
}

async function loadFitting(config: Config, options: Partial<Options> = {}): Promise<Institution> {
  const loaded = await loadInstitution(config.institutionFolder);
  const institution = { ...loaded, options: { ...loaded.options, ...options } };
  const problems = settingProblems(config, institution);
  if (problems.length > 0) throw new ConfigError(problems);
  return institution;
}

async function openMigrated(config: Config): Promise<OpenDatabase> {
  const opened = await openConfigured(config);
  try {
    await migrate(opened.database);
  } catch (error) {
    await opened.close();
    throw describeDatabaseError(error, config.databaseUrl);
  }
  return opened;
}

async function createClockOf(config: Config, institution: Institution, { database }: OpenDatabase): Promise<Clock> {
  const { demonstration, timeZone } = institution;
  const startsAt = config.startsAt ?? undefined;
  if (!demonstration) return createClock(timeZone, startsAt);
  return createMovableClock(createClock(timeZone, startsAt, await readClockMovedSeconds(database)), timeZone);
}

function findVirusScanner({ clamdAddress }: Config): VirusScanner | undefined {
  return clamdAddress ? createClamdScanner(clamdAddress, { timeoutMs: 30_000 }) : undefined;
}
