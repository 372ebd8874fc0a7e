import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { didYouMean, isNearly } from './nearest-key.ts';
import { PlainError } from '#server/platform/plain-error.ts';
import { isEncrypted } from './db/database-addresses.ts';
import type { S3Settings } from './files/s3-store.ts';
import { type NetworkConfig, networkProblems, networkVariables, readNetwork, serviceUrl } from './network-variables.ts';

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
  /** Refuses to send mail without TLS. */
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

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, 'must be an address like postgres://user:password@host/name');
const httpUrl = z.string().regex(/^https?:\/\/\S+$/, 'must be an http or https address');

/** `service@bank.example`, or with a name that mail programs show: `First Bank <service@bank.example>`. */
const mailFromPattern = /^([^\s@<>]+@[^\s@<>]+|[^<>\r\n"]+ <[^\s@<>]+@[^\s@<>]+>)$/;

export const environmentSchema = z.object({
  PASSBOOK_MODE: z.enum(['demonstration', 'development', 'test', 'production']).default('demonstration'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  PASSBOOK_BIND: z.string().default('localhost'),
  DATABASE_URL: postgresUrl.optional(),
  PASSBOOK_OWNER_DATABASE_URL: postgresUrl.optional(),
  PASSBOOK_DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(10),
  PASSBOOK_DATABASE_POOLER: z.enum(['none', 'transaction']).default('none'),
  PASSBOOK_DATA: z.string().default('data'),
  PASSBOOK_INSTITUTION: z.string().default('institutions/harbor'),
  PASSBOOK_NOW: z.string().refine(isInstant, 'must be a date and time like 2026-11-21T10:00:00-05:00').optional(),
  PASSBOOK_FIELD_KEY: z
    .string()
    .refine(isKey, 'must be 32 random bytes in base64 (openssl rand -base64 32)')
    .optional(),
  PASSBOOK_FIELD_KEY_FILE: z.string().optional(),
  PASSBOOK_FIELD_KEY_COMMAND: z
    .string()
    .refine(
      (text) => commandFrom(text) !== undefined,
      'must be a JSON array of a program and its arguments, such as ["kms","decrypt"]',
    )
    .optional(),
  PASSBOOK_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  ...networkVariables,
  PASSBOOK_HOST_URL: serviceUrl.optional(),
  PASSBOOK_HOST_KEY: z.string().refine(isKey, 'must be 32 random bytes in base64 (openssl rand -base64 32)').optional(),
  PASSBOOK_HOST_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  PASSBOOK_TEXT_MESSAGES_URL: serviceUrl.optional(),
  PASSBOOK_TEXT_MESSAGES_KEY: z.string().optional(),
  PASSBOOK_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, 'must be an address like smtps://user:password@host')
    .optional(),
  PASSBOOK_MAIL_FROM: z
    .string()
    .regex(
      mailFromPattern,
      'must be an email address, such as service@bank.example or First Bank <service@bank.example>',
    )
    .default('no-reply@portal.example'),
  PASSBOOK_PUBLIC_URL: httpUrl.optional(),
  PASSBOOK_TRUSTED_PROXY: z
    .string()
    .refine(
      isProxyList,
      'must be the IP address or network of the proxy, such as 10.0.0.2 or 10.0.0.0/8; several with commas; or none. A host name is not possible: look up its address',
    )
    .optional(),
  PASSBOOK_FILES: z.string().optional(),
  PASSBOOK_S3_BUCKET: z.string().optional(),
  PASSBOOK_S3_REGION: z.string().default('us-east-1'),
  PASSBOOK_S3_ENDPOINT: httpUrl.optional(),
  PASSBOOK_AUDIT_ANCHORS: z.string().optional(),
  PASSBOOK_CLAMD: z
    .string()
    .regex(/^([\w.-]+:\d+|\/\S+|none)$/, 'must be host:port, the path of a socket, or none')
    .optional(),
  PASSBOOK_RECAPTCHA_SECRET: z.string().optional(),
  PASSBOOK_RECAPTCHA_URL: httpUrl.default('https://www.google.com/recaptcha/api/siteverify'),
  PASSBOOK_METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  PASSBOOK_WITHOUT_TLS: z
    .string()
    .regex(/^(database|mail)(,(database|mail))?$/, 'must be database, mail, or database,mail')
    .optional(),
  PASSBOOK_JOBS: z.enum(['here', 'elsewhere']).default('here'),
  PASSBOOK_WORKER_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  PASSBOOK_DESK: z.enum(['on', 'off']).optional(),
  PASSBOOK_DESK_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  PASSBOOK_DESK_BIND: z.string().default('localhost'),
  PASSBOOK_DESK_URL: httpUrl.optional(),
  PASSBOOK_DESK_OIDC_ISSUER: httpUrl.optional(),
  PASSBOOK_DESK_OIDC_CLIENT_ID: z.string().optional(),
  PASSBOOK_DESK_OIDC_CLIENT_SECRET: z.string().optional(),
  PASSBOOK_DESK_OIDC_ROLE_CLAIM: z.string().default('roles'),
});

const fieldKeyVariables = ['PASSBOOK_FIELD_KEY', 'PASSBOOK_FIELD_KEY_FILE', 'PASSBOOK_FIELD_KEY_COMMAND'] as const;

export type EnvironmentName = keyof typeof environmentSchema.shape;

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
    ...unknownNames(present),
  ];
  if (present.PASSBOOK_HOST_URL !== undefined && present.PASSBOOK_HOST_KEY === undefined) {
    problems.push('PASSBOOK_HOST_KEY: required with PASSBOOK_HOST_URL');
  }
  if (fieldKeyVariables.filter((name) => present[name] !== undefined).length > 1) {
    problems.push(`PASSBOOK_FIELD_KEY: only one of ${fieldKeyVariables.join(', ')} can be set`);
  }
  problems.push(...networkProblems(present));
  if (present.PASSBOOK_DESK_OIDC_ISSUER !== undefined && present.PASSBOOK_DESK_OIDC_CLIENT_ID === undefined) {
    problems.push('PASSBOOK_DESK_OIDC_CLIENT_ID: required with PASSBOOK_DESK_OIDC_ISSUER');
  }
  if (present.PASSBOOK_MODE === 'production') problems.push(...productionProblems(present));
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

function describeIssue(
  { path: place, message }: z.core.$ZodIssue,
  present: Readonly<Record<string, string | undefined>>,
): string {
  const name = place.join('.');
  const isPort = name === 'PORT' || name === 'PASSBOOK_DESK_PORT' || name === 'PASSBOOK_WORKER_PORT';
  return `${name}: ${isPort ? `${present[name]} is no port; use 1 to 65535` : message}`;
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
    url: (values.PASSBOOK_DESK_URL ?? shared)?.replace(/\/+$/, '') ?? null,
    provider:
      values.PASSBOOK_DESK_OIDC_ISSUER === undefined
        ? undefined
        : {
            issuer: values.PASSBOOK_DESK_OIDC_ISSUER,
            clientId: values.PASSBOOK_DESK_OIDC_CLIENT_ID ?? '',
            clientSecret: values.PASSBOOK_DESK_OIDC_CLIENT_SECRET ?? null,
            roleClaim: values.PASSBOOK_DESK_OIDC_ROLE_CLAIM,
          },
  };
}

/** Variables of ours that nothing reads, most likely misspelt. */
function unknownNames(present: Readonly<Record<string, string | undefined>>): string[] {
  const known = Object.keys(environmentSchema.shape);
  const missing = known.filter((name) => present[name] === undefined);
  // Those of the test runner are read by the test runner.
  return Object.keys(present)
    .filter((name) => !known.includes(name) && (/^PASSBOOK_(?!TEST_|E2E_)/.test(name) || isMisspelt(name, missing)))
    .map((name) => `${name}: is not a variable of Passbook${didYouMean(name, known, String)}`);
}

/**
 * Also where the mistake is in the prefix, or in a name without one. Other programs have variables too, so names are
 * compared only with missing ones, and not with short ones.
 */
function isMisspelt(name: string, missing: readonly string[]): boolean {
  if (/^PA?S+BO+K_/.test(name)) return !name.startsWith('PASSBOOK_');
  return missing.some((each) => each.length >= 8 && isNearly(name, each));
}

/** The embedded database may lose commits, and demonstration keys or clocks are insecure. */
function productionProblems(present: Readonly<Record<string, string | undefined>>): string[] {
  const required = [
    'DATABASE_URL',
    'PASSBOOK_CARD_PROCESSOR_URL',
    'PASSBOOK_INSTITUTION',
    'PASSBOOK_SMTP_URL',
    'PASSBOOK_MAIL_FROM',
    'PASSBOOK_PUBLIC_URL',
  ];
  const problems = required.filter((name) => !present[name]).map((name) => `${name}: required in production`);
  if (!fieldKeyVariables.some((name) => present[name])) {
    problems.push('PASSBOOK_FIELD_KEY: required in production, or PASSBOOK_FIELD_KEY_FILE or _COMMAND');
  }
  // Behind an unnamed proxy all customers share one address, and one of them could lock out the others.
  if (!present.PASSBOOK_TRUSTED_PROXY) {
    problems.push('PASSBOOK_TRUSTED_PROXY: required in production: the address of the proxy, or none');
  }
  if (!present.PASSBOOK_CLAMD) {
    problems.push('PASSBOOK_CLAMD: required in production: the address of the virus scanner, or none');
  }
  for (const name of ['DATABASE_URL', 'PASSBOOK_OWNER_DATABASE_URL']) {
    const url = present[name];
    if (url === undefined || isEncrypted(url) || present.PASSBOOK_WITHOUT_TLS?.includes('database')) continue;
    problems.push(
      `${name}: needs ?sslmode=verify-full (or require) in production. To connect without TLS, set PASSBOOK_WITHOUT_TLS=database`,
    );
  }
  if (present.PASSBOOK_TEXT_MESSAGES_URL?.startsWith('http:')) {
    problems.push('PASSBOOK_TEXT_MESSAGES_URL: must be https in production');
  }
  // Links in messages can sign a user in, so they need https and a fixed host.
  if (present.PASSBOOK_PUBLIC_URL?.startsWith('http:')) {
    problems.push('PASSBOOK_PUBLIC_URL: must be https in production');
  }
  if (present.PASSBOOK_RECAPTCHA_URL?.startsWith('http:')) {
    problems.push('PASSBOOK_RECAPTCHA_URL: must be https in production');
  }
  if (present.PASSBOOK_S3_ENDPOINT?.startsWith('http:')) {
    problems.push('PASSBOOK_S3_ENDPOINT: must be https in production');
  }
  for (const name of ['PASSBOOK_DESK_URL', 'PASSBOOK_DESK_OIDC_ISSUER']) {
    if (present[name]?.startsWith('http:')) problems.push(`${name}: must be https in production`);
  }
  if (present.PASSBOOK_DESK === 'on' && present.PASSBOOK_DESK_PORT && !present.PASSBOOK_DESK_URL) {
    problems.push('PASSBOOK_DESK_URL: required in production with PASSBOOK_DESK_PORT');
  }
  if (present.PASSBOOK_NOW) problems.push('PASSBOOK_NOW: not allowed in production');
  return problems;
}

function isInstant(text: string): boolean {
  try {
    Temporal.Instant.from(text);
    return true;
  } catch {
    return false;
  }
}

/** What the web server takes: addresses, networks, or its names for private networks. */
function isProxyList(text: string): boolean {
  return text.split(',').every((entry) => {
    const [address = '', bits, ...more] = entry.trim().split('/');
    if (['none', 'loopback', 'linklocal', 'uniquelocal'].includes(address)) return bits === undefined;
    const version = isIP(address);
    if (version === 0 || more.length > 0) return false;
    return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
  });
}

/** 32 random bytes have about 30 distinct values; typed or zeroed keys have few. */
export function isKey(text: string): boolean {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 32 && new Set(bytes).size >= 16;
}

const commandSchema = z.tuple([z.string().min(1)], z.string());

function commandFrom(json: string): readonly [string, ...string[]] | undefined {
  try {
    return commandSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

function unlessNone(text: string | undefined): string | null {
  return text === undefined || text === 'none' ? null : text;
}
