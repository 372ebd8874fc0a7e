import { randomUUID } from 'node:crypto';
import { failure, type Result, success } from '#common/core/results.ts';
import { emailKeyOf, isEmailAddress } from '#common/core/email-address.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import { findTrouble } from '#server/messages/outbox-state.queries.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import {
  checkSecurityCode,
  type CodeError,
  type CodeSent,
  createSecurityCode,
} from '#server/identity/one-time/security-codes.ts';
import type { Services } from '#server/services.ts';
import { sendMail } from './registration-mail.ts';
import { openSentCode, sealSentCode, sealVerifiedEmail, type SentCode } from './verified-email.ts';

/** Anyone can have a message sent to any address, so visitors and mailboxes are limited. */
const CODES_PER_ADDRESS = { max: 30, withinSeconds: 3_600 };
const CODES_PER_MAILBOX = { max: 8, withinSeconds: 3_600 };

export interface CodeRequest extends SentCode {
  readonly firstName: string;
  readonly ipAddress: string;
}

interface EmailCodeSent extends CodeSent {
  /** Belongs to the code. */
  readonly token: string;
}

/** Sends a code to the address of a registration. */
export async function sendEmailCode(
  services: Services,
  { browserId, emailAddress, firstName, ipAddress }: CodeRequest,
): Promise<Result<EmailCodeSent, 'Invalid' | 'MaxAttemptsReached'>> {
  if (!isEmailAddress(emailAddress)) return failure('Invalid');
  await limitRequests(services, `registration-codes:${networkOf(ipAddress)}`, CODES_PER_ADDRESS);
  await limitRequests(services, `registration-codes-to:${emailKeyOf(emailAddress)}`, CODES_PER_MAILBOX);
  const sent = { browserId, emailAddress };
  const code = await createSecurityCode(services, subjectOf(sent));
  if (code === undefined) return failure('MaxAttemptsReached');
  const awaited = { recipient: emailAddress, kind: 'registerMail.codeBody' };
  const trouble = await findTrouble(services.database, awaited);
  await sendMail(services, {
    occasion: `registration-code-${randomUUID()}`,
    recipient: emailAddress,
    subject: { key: 'registerMail.codeSubject' },
    body: { key: 'registerMail.codeBody', values: { name: greetingName(firstName) } },
    code,
  });
  return success({ token: sealSentCode(services, sent), trouble });
}

export interface CodeAttempt {
  readonly browserId: string;
  readonly mfaToken: string;
  readonly code: string;
}

/** For the right code, returns a proof for the browser to keep. */
export async function verifyEmailCode(
  services: Services,
  { browserId, mfaToken, code }: CodeAttempt,
): Promise<Result<string, CodeError>> {
  const sent = openSentCode(services, mfaToken);
  if (sent?.browserId !== browserId) return failure('Invalid');
  const checked = await checkSecurityCode(services, subjectOf(sent), code.trim());
  return checked.ok ? success(sealVerifiedEmail(services, sent.emailAddress)) : checked;
}

function subjectOf({ browserId, emailAddress }: SentCode): string {
  return `registration:${browserId}:${emailKeyOf(emailAddress)}`;
}

/** The recipient may be a stranger, so nothing that reads like a message is allowed. */
function greetingName(firstName: string): string {
  const name = firstName.trim();
  return /^\p{L}[\p{L}\p{M}'’ -]{0,29}$/u.test(name) ? ` ${name}` : '';
}
