import type { z } from 'zod';
import { isEncrypted } from './db/database-addresses.ts';
import { environmentSchema } from './environment-schema.ts';
import { didYouMean, isNearly } from './nearest-key.ts';
import { networkProblems } from './network-variables.ts';

type Present = Readonly<Record<string, string | undefined>>;

const fieldKeyVariables = ['PASSBOOK_FIELD_KEY', 'PASSBOOK_FIELD_KEY_FILE', 'PASSBOOK_FIELD_KEY_COMMAND'] as const;

/**
 * Returns what is wrong with variables together, and what production refuses.
 * @param present those that have a value
 */
export function environmentProblems(present: Present): string[] {
  const problems = unknownNames(present);
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
  return problems;
}

/** Says what is wrong with one variable. */
export function describeIssue({ path: place, message }: z.core.$ZodIssue, present: Present): string {
  const name = place.join('.');
  const isPort = name === 'PORT' || name === 'PASSBOOK_DESK_PORT' || name === 'PASSBOOK_WORKER_PORT';
  return `${name}: ${isPort ? `${present[name]} is not a port; use 1 to 65535` : message}`;
}

/** Variables with our prefix that nothing reads, most likely misspelled. */
function unknownNames(present: Present): string[] {
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
function productionProblems(present: Present): string[] {
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
