import path from 'node:path';
import type { z } from 'zod';
import { PlainError } from '#server/platform/plain-error.ts';
import { describeIssue, environmentProblems } from './environment-problems.ts';
import { commandFrom, environmentSchema } from './environment-schema.ts';
import type { S3Settings } from './files/s3-store.ts';
import { type NetworkConfig, readNetwork } from './network-variables.ts';

/** The process settings from the environment; see {@link readConfig}. */
export interface Config {
  readonly mode: 'demonstration' | 'development' | 'test' | 'production';
  readonly port: number;
  readonly bindAddress: string;
  /** May name several hosts. Null: uses the embedded database in `dataFolder`. */
  readonly databaseUrl: string | null;
  /** The role that owns the tables, for `passbook migrate` and `restore`; null: the role of `databaseUrl` owns them. */
  readonly ownerDatabaseUrl: string | null;
  /** Of this process, for requests and jobs; the job queue has two more. */
  readonly databaseConnections: number;
  /** PgBouncer in transaction mode is in front of the database. */
  readonly databaseIsPooled: boolean;
  readonly dataFolder: string;
  readonly institutionFolder: string;
  readonly startsAt: Temporal.Instant | null;
  /** 32 bytes, base64. If null, a key is generated and stored in `dataFolder` (not in production). */
  readonly fieldKey: Uint8Array | null;
  /** A file with the field key, such as a mounted secret; instead of `fieldKey`. */
  readonly fieldKeyFile: string | null;
  /** A program with its arguments that prints the field key, such as the one of a key management service. */
  readonly fieldKeyCommand: readonly [string, ...string[]] | null;
  readonly logLevel: string;
  readonly network: NetworkConfig;
  /** The core behind the host protocol; null: our own books. */
  readonly hostUrl: string | null;
  /** The 32 bytes that portal and core sign their requests with. */
  readonly hostKey: Uint8Array | null;
  readonly hostTimeoutMs: number;
  /**
   * Null: outside production, the sandbox provider is started beside the server; in production, texts stay in the
   * outbox.
   */
  readonly textMessagesUrl: string | null;
  readonly textMessagesKey: string | null;
  /** Null: messages stay in the outbox, which the demonstration shows at /dev/outbox. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /**
   * The portal's public address, e.g. `https://portal.bank.example`, used for links in messages. Null: the address of
   * the request.
   */
  readonly publicUrl: string | null;
  /** The proxy whose X-Forwarded-For is trusted; null trusts none. */
  readonly trustedProxy: string | null;
  /** Storage for documents: a folder shared by all processes, or a bucket. */
  readonly files: { readonly folder: string } | { readonly bucket: S3Settings };
  /** The file that anchors the audit log outside the database. */
  readonly auditAnchorsFile: string;
  /** On a local disk, for uploads in progress. */
  readonly incomingFolder: string;
  /** The virus scanner as `host:port` or socket path; null: files aren't scanned. */
  readonly clamdAddress: string | null;
  /** The bearer token for `/metrics`; null: outside production, local callers are allowed. */
  readonly metricsToken: string | null;
  /** Where a worker serves `/metrics`, `/healthz` and `/readyz`; null: nowhere. */
  readonly workerPort: number | null;
  /** Refuses to send email without TLS. */
  readonly mailNeedsTls: boolean;
  readonly reCaptcha: { readonly secret: string | null; readonly verifyUrl: string };
  /** Runs jobs in this process too, unless `npm run worker` does. */
  readonly runsJobs: boolean;
  /** The staff's pages and calls; null: this process doesn't serve them. */
  readonly desk: DeskConfig | null;
}

interface DeskConfig {
  /** Null: the portal's port serves the desk as well. */
  readonly port: number | null;
  readonly bindAddress: string;
  /** The desk's address in browsers; passkeys and the identity provider are bound to it. Null: of the request. */
  readonly url: string | null;
  /** A session ends after this, however busy it is: a role that someone lost at the provider is asked for again then. */
  readonly sessionHours: number;
  /** Undefined: staff sign in with passkeys. */
  readonly provider: DeskProviderSettings | undefined;
}

/** The institution's OpenID Connect provider for staff. */
export interface DeskProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  /** The claim of the ID token that names the role. */
  readonly roleClaim: string;
  /** The provider verifies every address, so the claim `email_verified` may be missing. */
  readonly emailsAreVerified: boolean;
}

/** Lists all configuration problems, so they can be fixed at once. */
export class ConfigError extends PlainError {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Configuration problems: ${problems.length}\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * @param environment usually `process.env`; empty values count as missing
 * @throws ConfigError with every problem, including what production refuses
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environmentSchema.safeParse(present);
  const problems = [
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => describeIssue(issue, present))),
    ...environmentProblems(present),
  ];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const values = parsed.data;
  return {
    mode: values.PASSBOOK_MODE,
    port: values.PORT,
    bindAddress: values.PASSBOOK_BIND,
    databaseUrl: values.DATABASE_URL ?? null,
    ownerDatabaseUrl: values.PASSBOOK_OWNER_DATABASE_URL ?? null,
    databaseConnections: values.PASSBOOK_DATABASE_CONNECTIONS,
    databaseIsPooled: values.PASSBOOK_DATABASE_POOLER === 'transaction',
    dataFolder: values.PASSBOOK_DATA,
    institutionFolder: values.PASSBOOK_INSTITUTION,
    startsAt: values.PASSBOOK_NOW ? Temporal.Instant.from(values.PASSBOOK_NOW) : null,
    fieldKey: values.PASSBOOK_FIELD_KEY ? Buffer.from(values.PASSBOOK_FIELD_KEY, 'base64') : null,
    fieldKeyFile: values.PASSBOOK_FIELD_KEY_FILE ?? null,
    fieldKeyCommand: commandFrom(values.PASSBOOK_FIELD_KEY_COMMAND ?? '') ?? null,
    logLevel: values.PASSBOOK_LOG_LEVEL,
    network: readNetwork(values),
    hostUrl: values.PASSBOOK_HOST_URL ?? null,
    hostKey: values.PASSBOOK_HOST_KEY ? Buffer.from(values.PASSBOOK_HOST_KEY, 'base64') : null,
    hostTimeoutMs: values.PASSBOOK_HOST_TIMEOUT_MS,
    textMessagesUrl: values.PASSBOOK_TEXT_MESSAGES_URL ?? null,
    textMessagesKey: values.PASSBOOK_TEXT_MESSAGES_KEY ?? null,
    smtpUrl: values.PASSBOOK_SMTP_URL ?? null,
    mailFrom: values.PASSBOOK_MAIL_FROM,
    publicUrl: values.PASSBOOK_PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    trustedProxy: unlessNone(values.PASSBOOK_TRUSTED_PROXY),
    files: values.PASSBOOK_S3_BUCKET
      ? {
          bucket: {
            bucket: values.PASSBOOK_S3_BUCKET,
            region: values.PASSBOOK_S3_REGION,
            endpoint: values.PASSBOOK_S3_ENDPOINT ?? null,
          },
        }
      : { folder: values.PASSBOOK_FILES ?? path.join(values.PASSBOOK_DATA, 'files') },
    auditAnchorsFile: values.PASSBOOK_AUDIT_ANCHORS ?? path.join(values.PASSBOOK_DATA, 'audit-anchors.jsonl'),
    incomingFolder: path.join(values.PASSBOOK_DATA, 'incoming'),
    clamdAddress: unlessNone(values.PASSBOOK_CLAMD),
    workerPort: values.PASSBOOK_WORKER_PORT ?? null,
    metricsToken: values.PASSBOOK_METRICS_TOKEN ?? null,
    mailNeedsTls: values.PASSBOOK_MODE === 'production' && !values.PASSBOOK_WITHOUT_TLS?.includes('mail'),
    reCaptcha: { secret: values.PASSBOOK_RECAPTCHA_SECRET ?? null, verifyUrl: values.PASSBOOK_RECAPTCHA_URL },
    runsJobs: values.PASSBOOK_JOBS === 'here',
    desk: deskFrom(values),
  };
}

/** The demonstration shows the desk unless it is switched off; everything else must switch it on. */
function deskFrom(values: z.output<typeof environmentSchema>): DeskConfig | null {
  const usual = values.PASSBOOK_MODE === 'demonstration' ? 'on' : 'off';
  if ((values.PASSBOOK_DESK ?? usual) === 'off') return null;
  const port = values.PASSBOOK_DESK_PORT ?? null;
  const shared = port === null ? values.PASSBOOK_PUBLIC_URL : undefined;
  return {
    port,
    bindAddress: values.PASSBOOK_DESK_BIND,
    sessionHours: values.PASSBOOK_DESK_SESSION_HOURS,
    url: (values.PASSBOOK_DESK_URL ?? shared)?.replace(/\/+$/, '') ?? null,
    provider:
      values.PASSBOOK_DESK_OIDC_ISSUER === undefined
        ? undefined
        : {
            issuer: values.PASSBOOK_DESK_OIDC_ISSUER,
            clientId: values.PASSBOOK_DESK_OIDC_CLIENT_ID ?? '',
            clientSecret: values.PASSBOOK_DESK_OIDC_CLIENT_SECRET ?? null,
            roleClaim: values.PASSBOOK_DESK_OIDC_ROLE_CLAIM,
            emailsAreVerified: values.PASSBOOK_DESK_OIDC_EMAILS === 'verified',
          },
  };
}

function unlessNone(text: string | undefined): string | null {
  return text === undefined || text === 'none' ? null : text;
}
