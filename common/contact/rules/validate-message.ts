import { isEmailAddress } from '#common/core/email-address.ts';
import { collectErrors, type FieldErrors } from '#common/core/field-errors.ts';

export type MessageType = 'Question' | 'Feedback';

export type AnswerType = 'Good' | 'CouldBeBetter';

/** M 2, M 9. */
export const MESSAGE_MAX_LENGTH = 300;

/** M 5, M 9. */
export const BRANCH_MAX_LENGTH = 4;

/** Follow-up answers of each choice; the last one is "other" (M 2, M 9). */
export const reasonNumbers = ['1', '2', '3', '4', '5'] as const;

export type ReasonNumber = (typeof reasonNumbers)[number];

export interface MessageEntry {
  readonly type: MessageType;
  readonly name: string;
  readonly email: string;
  readonly branch: string;
  readonly subject: string;
  readonly message: string;
  readonly answerType: AnswerType | null;
  readonly reason: ReasonNumber | null;
}

export interface MessageRules {
  /** Not signed in, so the sender's name and address are required. */
  readonly isVisitor: boolean;
  readonly asksForBranch: boolean;
  readonly requiresBranch: boolean;
  readonly reasons: Readonly<Record<AnswerType, readonly ReasonNumber[]>>;
}

export type MessageErrorKey =
  | 'contactError.nameRequired'
  | 'contactError.emailRequired'
  | 'contactError.emailInvalid'
  | 'contactError.branchRequired'
  | 'contactError.subjectRequired'
  | 'contactError.messageRequired'
  | 'contactError.answerTypeRequired'
  | 'contactError.reasonRequired';

export function validateMessage(entry: MessageEntry, rules: MessageRules): FieldErrors<MessageEntry, MessageErrorKey> {
  return entry.type === 'Question' ? questionErrors(entry, rules) : feedbackErrors(entry, rules);
}

function questionErrors(entry: MessageEntry, rules: MessageRules): FieldErrors<MessageEntry, MessageErrorKey> {
  const { name, email, subject, message } = entry;
  return collectErrors<MessageEntry, MessageErrorKey>({
    name: rules.isVisitor && isBlank(name) ? 'contactError.nameRequired' : undefined,
    email: rules.isVisitor && isBlank(email) ? 'contactError.emailRequired' : emailError(email),
    branch: branchError(entry, rules),
    subject: isBlank(subject) ? 'contactError.subjectRequired' : undefined,
    message: isBlank(message) ? 'contactError.messageRequired' : undefined,
  });
}

/** The sender may stay anonymous (M 5), but a given address must be valid. */
function feedbackErrors(entry: MessageEntry, rules: MessageRules): FieldErrors<MessageEntry, MessageErrorKey> {
  const { answerType, reason } = entry;
  const offered = answerType === null ? [] : rules.reasons[answerType];
  const isAnswered = offered.length === 0 || (reason !== null && offered.includes(reason));
  return collectErrors<MessageEntry, MessageErrorKey>({
    email: emailError(entry.email),
    branch: branchError(entry, rules),
    answerType: answerType === null ? 'contactError.answerTypeRequired' : undefined,
    reason: isAnswered ? undefined : 'contactError.reasonRequired',
  });
}

function emailError(email: string): MessageErrorKey | undefined {
  return isBlank(email) || isEmailAddress(email.trim()) ? undefined : 'contactError.emailInvalid';
}

function branchError({ branch }: MessageEntry, rules: MessageRules): MessageErrorKey | undefined {
  const isMissing = rules.isVisitor && rules.asksForBranch && rules.requiresBranch && !/\d/.test(branch);
  return isMissing ? 'contactError.branchRequired' : undefined;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Noted below 100 characters left, loud at 50 or fewer (M 2, M 9). */
export function counterTone(left: number): 'quiet' | 'noted' | 'loud' {
  if (left <= 50) return 'loud';
  return left < 100 ? 'noted' : 'quiet';
}
