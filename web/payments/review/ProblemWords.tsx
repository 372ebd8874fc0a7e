import { Text } from '#web/kit/Text.tsx';
import type { SubmissionProblem } from './submission-problem.ts';

export function ProblemWords({ problem: { message } }: { readonly problem: SubmissionProblem }) {
  return message.kind === 'text' ? <Text of={message.key} /> : message.words;
}
