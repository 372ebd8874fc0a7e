import type { ContactErrorCode } from '#common/contact/contact.api.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { messageRulesFromOptions } from '#common/contact/message-rules-from-options.ts';
import { type MessageEntry, validateMessage } from '#common/contact/rules/validate-message.ts';
import { plainName } from '#common/core/plain-name.ts';
import { withoutSecrets } from '#common/contact/rules/without-secrets.ts';
import { hasErrors } from '#common/core/field-errors.ts';
import { HostUnavailable } from '#server/host/host-errors.ts';
import type { HostCustomer } from '#server/host/host.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import { enqueueMessage } from '#server/messages/outbox.queries.ts';
import type { Services } from '#server/services.ts';
import { choiceOf, composeContactMail } from './contact-mail.ts';
import { insertMessage, markCaptchaUsed } from './contact.queries.ts';
import { takeFromForm } from './conversations/write-message.command.ts';
import { readSolvedPuzzle, type SolvedPuzzle } from './proof-of-work.ts';
import { askReCaptcha } from './re-captcha.ts';

/** A captcha check may call an outside service. */
const CHECKS_PER_ADDRESS = { max: 30, withinSeconds: 3_600 };
const MESSAGES_PER_SENDER = { max: 5, withinSeconds: 3_600 };

export interface MessageRequest {
  readonly entry: MessageEntry;
  readonly captchaCode: string;
  /** Undefined for a visitor, including someone who has not finished signing in. */
  readonly session: Session | undefined;
  readonly userAgent: string;
  readonly ipAddress: string;
  /** Runs in the transaction of the message. */
  readonly within: (transaction: Transaction) => Promise<void>;
}

/**
 * Stores a message and emails it to the institution.
 * @throws Refusal 429 after too many from a visitor's address or a customer
 */
export async function receiveMessage(
  services: Services,
  request: MessageRequest,
): Promise<Result<null, ContactErrorCode>> {
  const { institution, database, clock } = services;
  const { session, ipAddress } = request;
  const wording = {
    option: <Key extends keyof typeof institution.options>(key: Key) => institution.options[key],
    text: (key: keyof typeof institution.texts) => institution.texts[key],
  };
  const rules = messageRulesFromOptions(wording, session === undefined);
  if (hasErrors(validateMessage(request.entry, rules))) return failure('InvalidEntry');

  await limitRequests(services, `captchas:${networkOf(ipAddress)}`, CHECKS_PER_ADDRESS);
  const captcha = await checkCaptcha(services, {
    code: request.captchaCode,
    ipAddress,
    isVisitor: session === undefined,
  });
  if (!captcha.ok) return captcha;
  const sender = session ? `user:${session.userId}` : networkOf(ipAddress);
  await limitRequests(services, `messages:${sender}`, MESSAGES_PER_SENDER);

  const message = await toMessage(services, request);
  return inTransaction(database, async (transaction) => {
    if (captcha.value && !(await markCaptchaUsed(transaction, captcha.value))) return failure('CaptchaInvalid');
    const at = clock.now();
    const messageId = await insertMessage(transaction, message, at);
    const { userId: _userId, userAgent: _userAgent, ipAddress: _ipAddress, ...toMail } = message;
    const loginName = session?.loginName ?? '';
    const mail = composeContactMail(institution, {
      ...toMail,
      occasion: `contact-${messageId}`,
      number: messageId,
      loginName,
      attachmentCount: 0,
    });
    if (mail) await enqueueMessage(services, transaction, mail, at);
    const summary = choiceOf(institution, message);
    await takeFromForm(transaction, { ...message, messageId, summary }, session?.customerId ?? null, at);
    await request.within(transaction);
    return success(null);
  });
}

/** For a customer, fills empty form fields from our records and ignores what the browser sends about the sender. */
async function toMessage(services: Services, { entry, session, userAgent, ipAddress }: MessageRequest) {
  const customer = session && (await findCustomerIfUp(services, session));
  const isQuestion = entry.type === 'Question';
  return {
    type: entry.type,
    userId: session?.userId ?? null,
    name: plainName(entry.name) || (customer?.personalName ?? ''),
    emailAddress: entry.email.trim() || (customer?.emailAddress ?? ''),
    branch: customer?.branch ?? entry.branch,
    subject: isQuestion ? withoutSecrets(entry.subject.trim()) : '',
    message: withoutSecrets(entry.message.trim()),
    answerType: isQuestion ? null : entry.answerType,
    reason: isQuestion || entry.reason === null ? null : Number(entry.reason),
    userAgent: userAgent.slice(0, 500),
    ipAddress,
  };
}

/**
 * Checks the captcha: the institution's for visitors, our own for customers.
 * Returns our solved challenge, to be marked as used in the same transaction; undefined for reCAPTCHA, which accepts a
 * proof once.
 */
async function checkCaptcha(
  services: Services,
  { code, ipAddress, isVisitor }: { readonly code: string; readonly ipAddress: string; readonly isVisitor: boolean },
): Promise<Result<SolvedPuzzle | null, 'CaptchaInvalid' | 'CaptchaUnavailable'>> {
  if (code === '') return failure('CaptchaInvalid');
  if (!isVisitor || services.institution.options['messageOptions.captchaSiteKey'] === '') {
    const puzzle = await readSolvedPuzzle(services, code);
    return puzzle ? success(puzzle) : failure('CaptchaInvalid');
  }
  const said = await askReCaptcha(services, code, ipAddress);
  if (said === 'valid') return success(null);
  return failure(said === 'invalid' ? 'CaptchaInvalid' : 'CaptchaUnavailable');
}

/** A message is taken while the host is down as well: the username in it says who wrote. */
async function findCustomerIfUp({ host, log }: Services, { customerId }: Session): Promise<HostCustomer | undefined> {
  try {
    return await host.findCustomer(customerId);
  } catch (error) {
    if (!(error instanceof HostUnavailable)) throw error;
    log.warn({ err: error, customerId }, 'a message is taken without the name and address on file');
    return undefined;
  }
}
