import type { ContactErrorCode } from '#common/contact/contact.api.ts';
import { senderBranchToWire, surveyToWire } from '#common/contact/contact.wire.ts';
import type { MessageEntry } from '#common/contact/rules/validate-message.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { callOnce } from '#web/data/call-once.ts';
import type { CallResult } from '#web/data/client.ts';
import type { Failure, Stopped } from '#web/data/use-action.ts';
import type { Session } from '#web/data/session.wire.ts';

/** Sends a message. For a customer, the server takes name and address from its own session. */
export async function sendMessage(
  entry: MessageEntry,
  code: string,
  session: Session | null,
): Promise<CallResult<unknown>> {
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
      ServicingBranch: senderBranchToWire(session?.servicingBranch ?? entry.branch),
      UserAgent: navigator.userAgent.slice(0, 500),
      Username: session?.username ?? '',
    },
  };
  if (entry.type === 'Question') {
    const body = { ...form, FeedbackType: entry.type, Subject: entry.subject.trim() } as const;
    return callOnce('POST /api/Messages/ContactUs', { body }, entry);
  }
  const body = { ...form, FeedbackType: entry.type, SurveyQuestions: surveyToWire(entry) } as const;
  return callOnce('POST /api/Messages/Feedback', { body }, entry);
}

/** The captcha field shows its own error. */
export const withoutCaptcha: Stopped = { kind: 'stopped', text: 'contactError.captcha' };

export function isCaptchaRefused(failure: Failure): boolean {
  const code: ContactErrorCode = 'CaptchaInvalid';
  return failure.kind === 'refused' && failure.codes.includes(code);
}

export function isOutage(failure: Failure): boolean {
  return failure.kind === 'unreachable' || (failure.kind === 'refused' && failure.status !== 429);
}

export function messageProblems(failure: Failure): readonly TextKey[] {
  if (failure === withoutCaptcha || isCaptchaRefused(failure)) return [];
  if (failure.kind === 'unreachable') return ['contact.failed', 'contact.noConnection'];
  return isOutage(failure) ? ['contact.failed'] : ['contact.tooMany'];
}
