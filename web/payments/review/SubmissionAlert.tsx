import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import { useOption } from '#web/institution/settings.ts';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { Text } from '#web/kit/Text.tsx';
import { TroubleReference } from '#web/kit/TroubleReference.tsx';
import { ProblemWords } from './ProblemWords.tsx';
import type { SubmissionProblem } from './submission-problem.ts';

interface SubmissionAlertProps {
  readonly problem: SubmissionProblem;
  readonly type: PaymentType;
}

/** Why the payment was not made; for cards, the institution can add a text (P 8). */
export function SubmissionAlert({ problem, type }: SubmissionAlertProps) {
  const cardMessage = useOption('paymentOptions.cardErrorMessage');
  return (
    <FocusedAlert>
      <ProblemWords problem={problem} />
      {problem.nothingCharged && (
        <p>
          <Text of="total.nothingCharged" />
        </p>
      )}
      {type === 'Card' && cardMessage !== '' && <p>{cardMessage}</p>}
      {problem.retry === 'afterChange' && (
        <p>
          <Text of="total.changeToTryAgain" />
        </p>
      )}
      <TroubleReference reference={problem.reference} />
    </FocusedAlert>
  );
}
