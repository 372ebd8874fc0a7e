import { type AnswerType, type MessageRules, reasonNumbers } from './rules/validate-message.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { Options } from '#common/contract/all-options.ts';

interface Wording {
  readonly option: <Key extends MessageOption>(key: Key) => Options[Key];
  /** Returns null for a hidden text. */
  readonly text: (key: TextKey) => string | null;
}

type MessageOption = 'messageOptions.hideBranchNumber' | 'messageOptions.requireBranchNumber';

export function reasonText(answerType: AnswerType, reason: string): TextKey {
  return answerType === 'Good' ? (`feedback.good${reason}` as TextKey) : (`feedback.better${reason}` as TextKey);
}

/** The institution's rules for a message; an answer with a hidden text isn't offered. */
export function messageRulesFromOptions({ option, text }: Wording, isVisitor: boolean): MessageRules {
  const offered = (answerType: AnswerType) =>
    reasonNumbers.filter((reason) => text(reasonText(answerType, reason)) !== null);
  return {
    isVisitor,
    asksForBranch: !option('messageOptions.hideBranchNumber'),
    requiresBranch: option('messageOptions.requireBranchNumber'),
    reasons: { Good: offered('Good'), CouldBeBetter: offered('CouldBeBetter') },
  };
}
