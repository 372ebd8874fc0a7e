import { useEffect, useState } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { latenessOn } from '#common/payments/rules/payment-days.ts';
import { useOption } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { RichText } from '#web/kit/RichText.tsx';
import { Text } from '#web/kit/Text.tsx';
import type { StepProps } from '#web/kit/use-steps.ts';
import { Button } from '#web/ui/Button.tsx';
import { LatenessAlert } from '#web/payments/frequency/LatenessAlert.tsx';
import type { PaymentFacts } from '../payment-facts.ts';
import type { PaymentValues } from '../payment-values.ts';
import { StepBar } from '../StepBar.tsx';
import { lazily } from '#web/kit/lazily.tsx';
import { whenIdle } from '#web/kit/when-idle.ts';
import { useMethodName } from '#web/payments/method/use-method-name.ts';
import { PreviewPart } from './PreviewPart.tsx';
import { PromiseLines } from './PromiseLines.tsx';
import { findReadyPayment, needsDraftAgreement } from './ready-payment.ts';
import { RecurrenceLine } from './RecurrenceLine.tsx';
import styles from './review.module.css';
import { beingConfirmed, maySubmitAgain, type SubmissionProblem, textProblem } from './submission-problem.ts';
import { loadSending } from './use-preview.ts';
import { useIsNoticed, useSubmission } from './use-submission.ts';

const CardConfirmationDialog = lazily(
  async () => (await import('#web/kit/CardConfirmationDialog.tsx')).CardConfirmationDialog,
);
const AchTermsGate = lazily(async () => (await import('#web/payments/new-method/AchTermsGate.tsx')).AchTermsGate);
const SubmissionAlert = lazily(async () => (await import('./SubmissionAlert.tsx')).SubmissionAlert);
const SubmitDialog = lazily(async () => (await import('./SubmitDialog.tsx')).SubmitDialog);
const DraftAgreementDialog = lazily(async () => (await import('./DraftAgreementDialog.tsx')).DraftAgreementDialog);

/** Everything the payment does, and submit (P 1, steps 5 and 6). */
export function ReviewStep({ value, facts, onChange }: StepProps<PaymentValues, 'review', PaymentFacts>) {
  const payment = findReadyPayment(facts);
  const submission = useSubmission(payment, (problem: SubmissionProblem | null) => onChange({ problem }));
  const [asksForTerms, setAsksForTerms] = useState(false);
  const isNoticed = useIsNoticed(payment?.account.number);
  const methodName = useMethodName();
  const cardFeeInfo = useOption('paymentOptions.cardFeeInfoText');
  const isComplete = submission.preview.state !== 'loading';
  const Question = payment && needsDraftAgreement(payment, facts.settings) ? DraftAgreementDialog : SubmitDialog;
  const asksForTermsFirst = payment?.paying.name.type === 'ACH';
  // By the time the customer has read the review, the dialogs show at once.
  useEffect(() => {
    if (!isComplete) return;
    whenIdle(() => {
      const terms = asksForTermsFirst ? AchTermsGate.preload() : undefined;
      void Promise.all([Question.preload(), SubmissionAlert.preload(), loadSending(), terms]).catch(() => undefined);
    });
  }, [isComplete, Question, asksForTermsFirst]);
  if (!payment) return null;
  const { type } = payment.paying.name;
  const { frequency, payOn } = payment;
  const unsettled = facts.unsettledAccounts.has(payment.account.number) && !submission.sending;
  const problem = value?.problem ?? (unsettled ? beingConfirmed : undefined);
  const alert =
    problem === beingConfirmed && isNoticed ? (
      // The notice above says the rest.
      <Text of="followed.payAgain" />
    ) : (
      problem && <SubmissionAlert problem={problem} type={type} />
    );

  function agree() {
    setAsksForTerms(false);
    submission.ask();
  }
  function stop(text: TextKey) {
    setAsksForTerms(false);
    onChange({ problem: textProblem(text, 'sameAgain') });
  }
  return (
    <div className={styles.review}>
      <RecurrenceLine payment={payment} />
      {/* The day may have been proposed. */}
      {frequency.timing !== 'immediate' && <LatenessAlert of={latenessOn(payOn, payment.loan.terms)} />}
      {/* The server previews nothing while an earlier payment may still change the balance. */}
      {problem?.retry !== 'never' && (
        <PreviewPart submission={submission}>
          {(promise) => (
            <PromiseLines promise={promise} timing={frequency.timing} from={methodName(payment.paying.name)} />
          )}
        </PreviewPart>
      )}
      {type === 'Card' && <RichText html={cardFeeInfo} />}
      {!submission.asking && alert}
      <StepBar facts={facts}>
        <Button
          disabled={unsettled || !maySubmitAgain(problem) || submission.preview.state === 'refused'}
          busy={asksForTerms}
          onClick={asksForTermsFirst ? () => setAsksForTerms(true) : submission.ask}
        >
          <ControlName of="total.submit" />
        </Button>
      </StepBar>
      {asksForTerms && <AchTermsGate onAgreed={agree} onStopped={stop} />}
      {submission.confirming && <CardConfirmationDialog {...submission.confirming} onClose={submission.leave} />}
      {submission.asking && !submission.confirming && (
        <Question payment={payment} submission={submission}>
          {/* A refused preview is more important than the last attempt's problem. */}
          {!submission.sending && submission.preview.state !== 'refused' && alert}
        </Question>
      )}
    </div>
  );
}
