import { isIP } from 'node:net';
import { z } from 'zod';
import { networkVariables, serviceUrl } from './network-variables.ts';

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
  PASSBOOK_DESK_SESSION_HOURS: z.coerce.number().int().min(1).max(10).default(10),
  PASSBOOK_DESK_OIDC_ISSUER: httpUrl.optional(),
  PASSBOOK_DESK_OIDC_CLIENT_ID: z.string().optional(),
  PASSBOOK_DESK_OIDC_CLIENT_SECRET: z.string().optional(),
  PASSBOOK_DESK_OIDC_ROLE_CLAIM: z.string().default('roles'),
  PASSBOOK_DESK_OIDC_EMAILS: z.enum(['claim', 'verified']).default('claim'),
});

export type EnvironmentName = keyof typeof environmentSchema.shape;

function isInstant(text: string): boolean {
  try {
    Temporal.Instant.from(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether the web server takes it: addresses, networks, or its names for private networks. */
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

export function commandFrom(json: string): readonly [string, ...string[]] | undefined {
  try {
    return commandSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}
