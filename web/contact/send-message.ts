import type { ContactErrorCode } from '#common/contact/contact.api.ts';
import { surveyToWire } from '#common/contact/contact.wire.ts';
import type { MessageEntry } from '#common/contact/rules/validate-message.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { callOnce } from '#web/data/call-once.ts';
import type { CallResult } from '#web/data/client.ts';
import { reportClientError } from '#web/data/client-errors.ts';
import type { Session } from '#web/data/session.ts';

export type SendOutcome =
  | { readonly kind: 'sent' }
  /** The captcha was not accepted: another one is needed. */
  | { readonly kind: 'captcha' }
  | { readonly kind: 'failed'; readonly words: readonly TextKey[] };

/** Hands a message to the server; what it says of a customer, the server takes from its own session. */
export async function sendMessage(entry: MessageEntry, code: string, session: Session | null): Promise<SendOutcome> {
  const form = {
    ReturnURL: location.href.slice(0, 2_000),
    ReCaptchaCode: code,
    Message: entry.message,
    Name: entry.name.trim(),
    Email: entry.email.trim(),
    ServicingBranch: entry.branch,
    Alert: {
      Email: entry.email.trim(),
      PersonalName: entry.name.trim(),
      ServicingBranch: branchToWire(session?.servicingBranch ?? entry.branch),
      UserAgent: navigator.userAgent.slice(0, 500),
      Username: session?.username ?? '',
    },
  };
  if (entry.type === 'Question') {
    const body = { ...form, FeedbackType: entry.type, Subject: entry.subject.trim() } as const;
    return outcomeOf(await callOnce('POST /api/Messages/ContactUs', { body }, entry));
  }
  const body = { ...form, FeedbackType: entry.type, SurveyQuestions: surveyToWire(entry) } as const;
  return outcomeOf(await callOnce('POST /api/Messages/Feedback', { body }, entry));
}

/** A number (M 3); an institution whose branches have other names sends those. */
function branchToWire(branch: string): number | string {
  return /^\d{1,9}$/.test(branch) ? Number(branch) : branch;
}

const captchaRefused: ContactErrorCode = 'CaptchaInvalid';

function outcomeOf(result: CallResult<unknown>): SendOutcome {
  if (result.kind === 'answer') return { kind: 'sent' };
  if (result.kind === 'refused') {
    if (result.codes.includes(captchaRefused)) return { kind: 'captcha' };
    if (result.status === 429) return { kind: 'failed', words: ['contact.tooMany'] };
  }
  // The specification has this failure thrown besides being shown (M 8).
  reportClientError(new Error('Cannot connect to the service'));
  const noConnection = result.kind === 'unreachable';
  return { kind: 'failed', words: noConnection ? ['contact.failed', 'contact.noConnection'] : ['contact.failed'] };
}
