import net from 'node:net';
import type { Institution } from '#common/institution/institution.ts';
import { createHttpHost } from '#server/host/http/http-host.ts';
import { createHttpCardProcessor } from '#server/payments-network/http-network.ts';
import { isAboutAuthority, PRIVATE_AUTHORITY } from '#server/platform/cli/conformance.ts';
import type { Config } from '#server/platform/config.ts';
import { IN_QUARANTINE } from '#server/platform/backup/quarantine.ts';
import { assertFieldKeyFits } from '#server/platform/crypto/open-field-cipher.ts';
import { describeDatabaseError } from '#server/platform/db/describe-database-error.ts';
import { type DatabaseFacts, inspectDatabase } from '#server/platform/db/inspect-database.queries.ts';
import { FILL_AN_EMPTY_DATABASE, listPendingMigrations, requireVersion } from '#server/platform/db/migrate.ts';
import { openPostgres } from '#server/platform/db/open-database.ts';
import { createClamdScanner } from '#server/platform/files/clamd-scanner.ts';
import { PlainError } from '#server/platform/plain-error.ts';
import { createS3Store } from '#server/platform/files/s3-store.ts';
import { createHttpTextMessages } from '#server/platform/sms/http-text-messages.ts';
import { NO_ONE } from '#server/platform/sms/text-checks.ts';
import { NotTextable } from '#server/platform/sms/text-message-provider.ts';
import { createSmtpMailer } from '#server/platform/mail/mailer.ts';
import { checkPorts } from './check-ports.ts';
import type { Finding } from './finding.ts';

const ANSWER_WITHIN_MS = 8_000;

/** Asks every system the configuration names, in parallel. Nothing is sent, charged or stored. */
export async function checkConnections(config: Config, institution: Institution): Promise<Finding[]> {
  const checks: readonly Promise<Finding | readonly Finding[]>[] = [
    checkDatabase(config),
    checkMail(config),
    checkProcessor(config),
    checkBankAccountCheck(config),
    checkCore(config),
    checkScanner(config),
    checkDocuments(config),
    checkTexts(config),
    checkPorts(config),
    checkDesk(config),
    checkSingleSignOn(institution),
  ];
  return (await Promise.all(checks)).flat();
}

async function checkDatabase(config: Config): Promise<Finding[]> {
  const about = 'database';
  if (config.databaseUrl === null)
    return [ok(about, `embedded, in ${config.dataFolder}; production needs DATABASE_URL`)];
  const opened = openPostgres(config.databaseUrl, { maxConnections: 1, pooled: config.databaseIsPooled });
  try {
    await requireVersion(opened.database);
    const facts = await inspectDatabase(opened.database);
    const findings = [ok(about, `PostgreSQL ${facts.version}, user ${facts.user}`)];
    if (facts.deniedTables.length > 0) {
      const [table = ''] = facts.deniedTables;
      return [
        ...findings,
        problem(
          about,
          `${facts.user} may not read ${facts.deniedTables.length} tables, such as ${table}. Run: npm run passbook -- migrate. With one user for everything: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${facts.user}`,
        ),
      ];
    }
    findings.push(...migrationFindings(facts, await listPendingMigrations(opened.database)));
    if (facts.isQuarantined) findings.push({ about, kind: 'warning', text: IN_QUARANTINE });
    if (facts.hasDemonstration && config.mode === 'production') {
      findings.push(problem(about, 'a demonstration filled it and its password is public. Use a separate database'));
    }
    if (facts.hasFieldKey) {
      await assertFieldKeyFits(opened.database, config);
      findings.push(ok('field key', 'fits this database'));
    }
    return findings;
  } catch (error) {
    return [problem(about, messageOf(describeDatabaseError(error, config.databaseUrl)))];
  } finally {
    await opened.close();
  }
}

function migrationFindings({ user, mayCreate, isMigrated }: DatabaseFacts, pending: readonly string[]): Finding[] {
  const about = 'database';
  if (pending.length === 0) return [];
  if (mayCreate) return [ok(about, `${pending.length} migrations will run at the next start`)];
  if (!isMigrated) {
    return [problem(about, `it is empty, and ${user} may not create tables. ${FILL_AN_EMPTY_DATABASE}`)];
  }
  return [
    problem(
      about,
      `${pending.length} migrations are to run, but ${user} may not create tables. Run: npm run passbook -- migrate. With one user for everything: GRANT CREATE ON SCHEMA public TO ${user}, or make it the owner of the database`,
    ),
  ];
}

async function checkMail({ smtpUrl, mailFrom, mailNeedsTls }: Config): Promise<Finding> {
  const about = 'mail server';
  if (smtpUrl === null) return ok(about, 'none: messages stay in the outbox');
  return asks(
    about,
    `takes messages from ${mailFrom}`,
    (said) => suggestMailFix(smtpUrl, said),
    () => createSmtpMailer(smtpUrl, mailFrom, mailNeedsTls).verify(),
  );
}

export function suggestMailFix(smtpUrl: string, said: string): string {
  const isSilent = smtpUrl.startsWith('smtp:') && /no answer|greeting|timeout/i.test(said);
  const hint = isSilent ? '. A server that speaks TLS at once, usually port 465, needs smtps://' : '';
  return `Check PASSBOOK_SMTP_URL: host, port, user and password${hint}`;
}

async function checkProcessor({ network: { cards } }: Config): Promise<Finding> {
  const about = 'card processor';
  if (cards === null) return ok(about, 'the sandbox');
  const timeoutMs = Math.min(cards.timeoutMs, ANSWER_WITHIN_MS);
  const fix = 'Check PASSBOOK_CARD_PROCESSOR_URL and _KEY; docs/card-processor.md tells what it must answer';
  return asks(about, 'answers', fix, () => createHttpCardProcessor({ ...cards, timeoutMs }).assertAnswers());
}

async function checkBankAccountCheck({ network: { cards, bankAccountCheck } }: Config): Promise<Finding | []> {
  if (bankAccountCheck === null || bankAccountCheck.url === cards?.url) return [];
  const fix = 'Check PASSBOOK_BANK_ACCOUNT_CHECK_URL';
  return asks('bank account check', 'can be reached', fix, () => reach(bankAccountCheck.url));
}

async function checkCore({ hostUrl: url, hostKey: key, hostTimeoutMs }: Config): Promise<Finding> {
  const about = 'core';
  if (url === null || key === null) return ok(about, 'our own books');
  const host = createHttpHost({ url, key, timeoutMs: Math.min(hostTimeoutMs, ANSWER_WITHIN_MS) });
  return asks(about, 'answers', 'Check PASSBOOK_HOST_URL and PASSBOOK_HOST_KEY', async () => {
    await host.findCustomer('passbook-check');
  });
}

async function checkScanner({ clamdAddress }: Config): Promise<Finding> {
  const about = 'virus scanner';
  if (clamdAddress === null) return ok(about, 'none');
  const scanner = createClamdScanner(clamdAddress, { timeoutMs: ANSWER_WITHIN_MS });
  return asks(about, 'scans', 'Start clamd, or check PASSBOOK_CLAMD', async () => {
    await scanner.scan(Buffer.from('passbook check'));
  });
}

async function checkDocuments({ files }: Config): Promise<Finding> {
  const about = 'documents';
  if (!('bucket' in files)) return ok(about, `in the folder ${files.folder}`);
  const fix = 'Check PASSBOOK_S3_BUCKET, its region and the credentials';
  return asks(about, `in the bucket ${files.bucket.bucket}`, fix, async () => {
    await createS3Store(files.bucket).find('passbook-check'.padEnd(43, '0'));
  });
}

async function checkTexts({ textMessagesUrl, textMessagesKey: apiKey }: Config): Promise<Finding> {
  const about = 'text messages';
  if (textMessagesUrl === null) return ok(about, 'no provider is set');
  const provider = createHttpTextMessages(textMessagesUrl, { apiKey, timeoutMs: ANSWER_WITHIN_MS });
  const fix = 'Check PASSBOOK_TEXT_MESSAGES_URL and _KEY; docs/text-gateway.md tells what it must answer';
  return asks(about, 'the provider answers', fix, async () => {
    await provider.listSubscriptions(NO_ONE).catch((error: unknown) => {
      if (!(error instanceof NotTextable)) throw error;
    });
  });
}

async function checkDesk({ desk, port }: Config): Promise<Finding> {
  if (desk === null) return ok('desk', 'off');
  return ok('desk', `on, at port ${desk.port ?? port}${desk.url === null ? '' : `, for staff at ${desk.url}`}`);
}

async function checkSingleSignOn({ options }: Institution): Promise<Finding | []> {
  const issuer = options['loginOptions.singleSignOnIssuer'];
  if (!options['loginOptions.useSingleSignOnOption'] || issuer === '') return [];
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  return asks('single sign-on', 'publishes its keys', 'Check loginOptions.singleSignOnIssuer', async () => {
    const response = await fetch(address, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  });
}

async function asks(
  about: string,
  good: string,
  fix: string | ((said: string) => string),
  ask: () => Promise<void>,
): Promise<Finding> {
  try {
    await Promise.race([ask(), late()]);
    return ok(about, good);
  } catch (error) {
    const said = messageOf(error);
    const ofAuthority = isAboutAuthority(said) ? `. ${PRIVATE_AUTHORITY}` : '';
    return problem(
      about,
      `${said}. ${suggestCertificateFix(said) ?? (typeof fix === 'string' ? fix : fix(said))}${ofAuthority}`,
    );
  }
}

/** Returns undefined unless the other side's certificate is at fault: our settings are right then. */
function suggestCertificateFix(said: string): string | undefined {
  if (/CERT_HAS_EXPIRED|certificate has expired/i.test(said)) return 'Its certificate has expired: have it renewed';
  if (/CERT_NOT_YET_VALID|not yet valid/i.test(said)) return "Its certificate isn't valid yet: compare the clocks";
  return undefined;
}

/** A reason for every failure, also of systems that neither answer nor refuse. */
async function late(): Promise<never> {
  const { setTimeout } = await import('node:timers/promises');
  await setTimeout(ANSWER_WITHIN_MS + 1_000, undefined, { ref: false });
  throw new Error(`no answer in ${(ANSWER_WITHIN_MS + 1_000) / 1_000} seconds`);
}

/** Connects without asking anything. */
function reach(url: string): Promise<void> {
  const { hostname: host, port: written, protocol } = new URL(url);
  const port = Number(written) || (protocol === 'https:' ? 443 : 80);
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host, port, timeout: ANSWER_WITHIN_MS });
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('timeout', () => socket.destroy(new Error(`${url} does not answer`)));
    socket.once('error', reject);
  });
}

/** With its causes, which name the address and the code, unless they are told already, as in a PlainError. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = (error.message || ((error as NodeJS.ErrnoException).code ?? error.name)).replace(/\.$/, '');
  const cause = error.cause === undefined ? '' : messageOf(error.cause);
  return error instanceof PlainError || own.includes(cause) ? own : `${own} (${cause})`;
}

function ok(about: string, text: string): Finding {
  return { about, kind: 'ok', text };
}

function problem(about: string, text: string): Finding {
  return { about, kind: 'problem', text };
}
