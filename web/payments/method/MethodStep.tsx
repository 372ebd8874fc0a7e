import { isOneTime } from '../method-plan.ts';
import { Plus, Trash2 } from 'lucide-react';
import { payNowBlockText } from '#common/payments/rules/availability-texts.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import type { StepProps } from '#web/kit/use-steps.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { lazily } from '#web/kit/lazily.tsx';
import type { Loan, PaymentFacts } from '../payment-facts.ts';
import type { PaymentPlan } from '../payment-plan.ts';
import type { PaymentValues } from '../payment-values.ts';
import { feeRange } from '../fee-range.ts';
import { StepForm } from '../StepForm.tsx';
import { DefaultMethodLine } from './DefaultMethodLine.tsx';
import { PaymentTypes } from './PaymentTypes.tsx';
import { SavedMethods } from './SavedMethods.tsx';
import { useMethodQuestions } from './use-method-questions.ts';
import { DoneLine } from '#web/payments/DoneLine.tsx';
import { useMethodName } from './use-method-name.ts';
import { useLabel } from '#web/institution/settings.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import type { MethodName } from './method-name.ts';
import styles from './method.module.css';

/** Only for accounts whose cards are paid elsewhere. */
const ThirdPartyPanel = lazily(async () => (await import('./ThirdPartyPanel.tsx')).ThirdPartyPanel);

const NewMethodDialog = lazily(async () => (await import('../new-method/NewMethodDialog.tsx')).NewMethodDialog);

type MethodStepProps = StepProps<PaymentValues, 'method', PaymentFacts>;

/** Chooses the payment method (P 2, Payment Type section). */
export function MethodStep(props: MethodStepProps) {
  const { loan, plan } = props.facts;
  // This step opens only for a loan that can be paid.
  if (loan.state !== 'ready' || !plan) return null;
  return <MethodQuestions {...props} loan={loan.value} plan={plan} />;
}

interface MethodQuestionsProps extends MethodStepProps {
  readonly loan: Loan;
  readonly plan: PaymentPlan;
}

function MethodQuestions(props: MethodQuestionsProps) {
  const { loan, plan } = props;
  const { settings } = props.facts;
  const { available, payNow } = plan;
  const { type, paying } = plan.method;
  const questions = useMethodQuestions(props);
  const { panel } = questions;
  return (
    <>
      <StepForm
        facts={props.facts}
        onSubmit={questions.proceed}
        // Without the fee the next step couldn't tell whether it is complete.
        disabled={panel !== null || props.facts.thirdPartyFee.state === 'loading'}
      >
        <PaymentTypes
          types={available.types}
          feeOf={(each) => feeRange(each, plan, loan.terms, settings)}
          value={type}
          missing={questions.asked && !type}
          onChange={questions.chooseType}
        />
        {payNow?.allowed === false && (
          <Alert tone="warn">
            <Text of={payNowBlockText(payNow.reason)} />
          </Alert>
        )}
        <DefaultMethodLine loan={loan} />
        {panel && <ThirdPartyPanel thirdParty={panel} onContinue={questions.passPanel} />}
        {type && !panel && (
          <>
            <SavedMethods
              key={type}
              loan={loan}
              plan={plan}
              settings={settings}
              missing={questions.asked}
              onChange={questions.choose}
            />
            {paying && isOneTime(paying.submitted) && (
              <SingleUseLine name={paying.name} onRemove={() => questions.choose(null)} />
            )}
            <div>
              <Button look="quiet" onClick={() => questions.setAdding(true)}>
                <Plus size={18} aria-hidden="true" />
                <ControlName of="payMethod.add" />
              </Button>
            </div>
          </>
        )}
      </StepForm>
      {questions.adding && type && (
        <NewMethodDialog
          type={type}
          terms={loan.terms}
          settings={settings}
          onTaken={questions.choose}
          onClose={() => questions.setAdding(false)}
        />
      )}
    </>
  );
}

function SingleUseLine({ name, onRemove }: { readonly name: MethodName; readonly onRemove: () => void }) {
  const shownName = useMethodName()(name);
  const remove = useLabel('payMethod.removeSingleUse', { method: shownName });
  return (
    <div className={styles.line}>
      <div>
        <DoneLine title={shownName} detail={<Text of="payMethod.singleUse" />} />
      </div>
      <IconButton label={remove.label} onClick={onRemove} icon={<Trash2 size={18} aria-hidden="true" />} />
    </div>
  );
}
