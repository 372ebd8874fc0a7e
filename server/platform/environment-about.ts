import type { EnvironmentName } from './environment-schema.ts';

/** One line for the operator about each variable, for docs/reference/environment.md. */
export const environmentAbout: Readonly<Record<EnvironmentName, string>> = {
  PASSBOOK_MODE:
    '`production` refuses sandboxes and demonstration data; `demonstration`, `development` and `test` are for trials',
  PORT: 'Port the server listens on',
  PASSBOOK_BIND: 'Address the server listens on',
  DATABASE_URL:
    '`postgres://…`; required in production. Several hosts (`postgres://a,b/passbook`): the one that takes writes is used. Without it, an embedded database in PASSBOOK_DATA',
  PASSBOOK_OWNER_DATABASE_URL:
    'The owner of the tables, for `passbook migrate` alone, if servers run as another role: [database.md](../database.md)',
  PASSBOOK_DATABASE_CONNECTIONS: 'Most connections of a process; the job queue has two more',
  PASSBOOK_DATABASE_POOLER: '`transaction`: PgBouncer in transaction mode is in front of the database',
  PASSBOOK_DATA: 'Folder of the embedded database, documents, sandboxes, uploads in progress, and the generated key',
  PASSBOOK_INSTITUTION: 'Folder of the institution: [institution.md](institution.md). Required in production',
  PASSBOOK_NOW: 'Sets the clock, such as 2026-11-21T10:00:00-05:00; refused in production',
  PASSBOOK_FIELD_KEY:
    '32 random bytes in base64 (`openssl rand -base64 32`) that encrypt sensitive fields; required in production. Keep a copy apart from the backup of the database: without it the data is lost',
  PASSBOOK_FIELD_KEY_FILE: 'File with the field key, instead of PASSBOOK_FIELD_KEY',
  PASSBOOK_FIELD_KEY_COMMAND:
    'JSON array of a program and its arguments that prints the field key, such as of a key management service, instead of PASSBOOK_FIELD_KEY: [database.md](../database.md#keys)',
  PASSBOOK_LOG_LEVEL: '`debug`, `info`, `warn`, `error` or `silent`',
  PASSBOOK_CARD_PROCESSOR_URL:
    'Address of the card processor; required in production: [card-processor.md](../card-processor.md)',
  PASSBOOK_CARD_PROCESSOR_KIND: '`stripe` talks to Stripe directly: [card-processor.md](../card-processor.md)',
  PASSBOOK_CARD_WEBHOOK_KEY:
    'Key that signs the events of the processor, such as disputes; several, separated by commas, while keys change',
  PASSBOOK_CARD_PROCESSOR_KEY: 'Key that the processor gets as `Authorization: Bearer …`',
  PASSBOOK_CARD_PROCESSOR_CERTIFICATE: 'PEM file of the client certificate, for mutual TLS',
  PASSBOOK_CARD_PROCESSOR_CERTIFICATE_KEY: 'PEM file of its key',
  PASSBOOK_CARD_PROCESSOR_AUTHORITY: 'PEM file of a private certificate authority of the processor',
  PASSBOOK_CARD_PROCESSOR_TIMEOUT_MS: 'After this, the outcome of a charge is unknown and is settled later',
  PASSBOOK_CARD_REPORT_URL: 'The settlement report, if it has an address of its own',
  PASSBOOK_BANK_ACCOUNT_CHECK_URL:
    'The bank account check, if it has an address of its own; bank payments then go on while the processor is down',
  PASSBOOK_BANK_ACCOUNT_CHECK_KEY: 'Key that the bank account check gets',
  PASSBOOK_BANK_ACCOUNT_CHECK_TIMEOUT_MS: 'After this, the check counts as unreachable',
  PASSBOOK_HOST_URL: 'Address of the core system: [host-protocol.md](../host-protocol.md). Without it, our own books',
  PASSBOOK_HOST_KEY: '32 random bytes in base64 that portal and core sign their requests with',
  PASSBOOK_HOST_TIMEOUT_MS: 'After this, the core counts as unreachable',
  PASSBOOK_TEXT_MESSAGES_URL:
    'The text gateway: [text-gateway.md](../text-gateway.md); without it, production sends no texts',
  PASSBOOK_TEXT_MESSAGES_KEY: 'Key that the text gateway gets',
  PASSBOOK_SMTP_URL: 'Mail server, such as smtps://user:password@mail.bank.example; required in production',
  PASSBOOK_MAIL_FROM:
    'Sender of messages, with or without a name: `First Bank <service@bank.example>`; required in production',
  PASSBOOK_PUBLIC_URL: 'Base address of links in messages, such as https://portal.bank.example; required in production',
  PASSBOOK_TRUSTED_PROXY:
    'IP address or network of the proxy whose X-Forwarded-For counts, several with commas, or `none`; required in production',
  PASSBOOK_FILES:
    'Folder of documents, shared by all processes; by default files in PASSBOOK_DATA: [files.md](../files.md)',
  PASSBOOK_S3_BUCKET: 'Bucket for documents instead of a folder',
  PASSBOOK_S3_REGION: 'Region of the bucket',
  PASSBOOK_S3_ENDPOINT: 'Address of a service that is compatible with S3',
  PASSBOOK_AUDIT_ANCHORS:
    'File with which `passbook audit verify` finds removed entries; by default audit-anchors.jsonl in PASSBOOK_DATA',
  PASSBOOK_CLAMD: 'Virus scanner as host:port or the path of its socket, or `none`; required in production',
  PASSBOOK_RECAPTCHA_SECRET: 'Secret of reCAPTCHA; required with messageOptions.captchaSiteKey',
  PASSBOOK_RECAPTCHA_URL: 'Address that checks answers of reCAPTCHA',
  PASSBOOK_WORKER_PORT: 'Where a worker serves `/metrics`, `/healthz` and `/readyz`; else it serves nothing',
  PASSBOOK_DESK: '`on` serves the pages of the staff, `off` does not',
  PASSBOOK_DESK_PORT: 'A port of its own for the desk, so that it stays off the internet; else the portal serves it',
  PASSBOOK_DESK_BIND: 'Address the desk listens on',
  PASSBOOK_DESK_URL: 'Address of the desk in browsers, to which passkeys and sign-on are bound',
  PASSBOOK_DESK_SESSION_HOURS: 'Hours after which a session of the desk ends, however busy it is; at most ten',
  PASSBOOK_DESK_OIDC_ISSUER: 'Issuer of the staff’s single sign-on',
  PASSBOOK_DESK_OIDC_CLIENT_ID: 'Client id of the desk at the issuer',
  PASSBOOK_DESK_OIDC_CLIENT_SECRET: 'Client secret of the desk at the issuer',
  PASSBOOK_DESK_OIDC_ROLE_CLAIM: 'Claim of the token that names the roles',
  PASSBOOK_DESK_OIDC_EMAILS:
    '`claim` links a colleague by address only if the token calls it verified; `verified` if every address at the issuer is',
  PASSBOOK_METRICS_TOKEN:
    'Token a collector sends as `Authorization: Bearer …` for /metrics; without it, production serves none',
  PASSBOOK_WITHOUT_TLS: '`database`, `mail` or `database,mail`: allows these connections without TLS in production',
  PASSBOOK_JOBS: '`elsewhere` leaves the jobs to `npm run worker`',
};
