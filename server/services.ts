import type { Institution } from '#common/institution/institution.ts';
import type { FolderState } from './institution/folder-state.ts';
import type { Host } from './host/host.ts';
import type { LedgerReports } from './host/ledger-reports.ts';
import type { BankAccountCheck } from './payments-network/bank-account-check.ts';
import type { CardEvents } from './payments-network/card-event.wire.ts';
import type { CardProcessor } from './payments-network/card-processor.ts';
import type { RoutingDirectory } from './payments-network/routing/routing-directory.ts';
import type { Quarantine } from './platform/backup/quarantine.ts';
import type { AuditLog } from './platform/audit/audit-log.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Database, Transaction } from './platform/db/database.ts';
import type { JobStore } from './platform/db/job-store.ts';
import type { FieldCipher } from './platform/crypto/field-cipher.ts';
import type { FieldKeyRing } from './platform/crypto/open-field-cipher.ts';
import type { FileStore } from './platform/files/file-store.ts';
import type { VirusScanner } from './platform/files/virus-scanner.ts';
import type { Log } from './platform/log.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { TextMessageProvider } from './platform/sms/text-message-provider.ts';
import type { Metrics } from './platform/metrics.ts';

/** The dependencies of handlers and jobs, built once per process, and by a builder in tests. */
export interface Services {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly database: Database;
  readonly jobStore: JobStore;
  readonly institution: Institution;
  readonly institutionFolder: FolderState;
  readonly host: Host;
  /** Only with our own books. */
  readonly ledgerReports: LedgerReports | undefined;
  readonly cardProcessor: CardProcessor;
  readonly cardEvents: CardEvents;
  readonly bankAccountCheck: BankAccountCheck;
  readonly routingDirectory: RoutingDirectory;
  readonly cipher: FieldCipher;
  readonly fieldKeys: FieldKeyRing;
  readonly audit: AuditLog;
  /** Without it, messages stay in the outbox. */
  readonly mailer: Mailer | undefined;
  readonly files: FileStore;
  readonly quarantine: Quarantine;
  /** Without it, files are not scanned. */
  readonly virusScanner: VirusScanner | undefined;
  /** Without it, text messages stay in the outbox and customers can't subscribe. */
  readonly textMessages: TextMessageProvider | undefined;
  readonly metrics: Metrics;
  /** For host tasks, which import no module: ends every planned payment of a loan once it is charged off. */
  readonly endPlannedPayments: (
    transaction: Transaction,
    accountNumber: string,
    decision: { readonly by: string; readonly reason: string },
  ) => Promise<void>;
}

/** For what must not depend on the institution's folder, such as a backup while a file there is broken. */
export interface ServicesWithoutInstitution extends Omit<
  Services,
  'institution' | 'host' | 'ledgerReports' | 'endPlannedPayments'
> {
  readonly institution: undefined;
  /** Null if institution.json can't be read. */
  readonly timeZone: string | null;
}
