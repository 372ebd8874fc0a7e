import { useId, useState } from 'react';
import type { Agreement } from '#common/institution/institution.ts';
import { methodPermissions } from '#common/payments/rules/availability.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { PaymentTerms, PaymentType } from '#common/payments/rules/payment-types.ts';
import { useAgreements } from '#web/institution/agreements.ts';
import { useLabel } from '#web/institution/settings.ts';
import { Text } from '#web/kit/Text.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';
import type { MethodChoice } from '../payment-values.ts';
import { findPendingTerms } from '#web/institution/pending-terms.ts';
import { AchTermsDialog } from './AchTermsDialog.tsx';
import { BankAccountForm } from './BankAccountForm.tsx';
import { CardForm } from './CardForm.tsx';
import type { NewMethodFormProps } from './new-method-form.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { checkNewMethod, type NewMethod, takeNewMethod } from './take-new-method.ts';
import type { NewMethodProblem } from './new-method-problem.ts';

interface NewMethodDialogProps {
  readonly type: PaymentType;
  readonly terms: PaymentTerms;
  readonly settings: PaymentSettings;
  readonly onTaken: (choice: MethodChoice) => void;
  readonly onClose: () => void;
}

/**
 * A new card or bank account (P 2, Payment Details). What is typed stays in this
 * dialog: a refusal keeps it, Cancel forgets it.
 */
export function NewMethodDialog({ type, terms, settings, onTaken, onClose }: NewMethodDialogProps) {
  const formId = useId();
  const saving = useLabel('newMethod.saving');
  const saveLabel = useLabel('newMethod.save');
  const [ticked, setTicked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<NewMethodProblem | null>(null);
  const [agreeing, setAgreeing] = useState<Agreeing | null>(null);
  const agreements = useAgreements();
  const { maySave, mayUseOnce } = methodPermissions(type, settings, terms.companyNumber);

  const save = ticked || !mayUseOnce;

  async function check(method: NewMethod) {
    setBusy(true);
    setProblem(null);
    const refusal = await checkNewMethod(method, terms.accountNumber);
    const pending = !refusal && save && method.type === 'ACH' ? await findPendingTerms(agreements, 'ach') : [];
    setBusy(false);
    if (refusal ?? pending === undefined) setProblem(refusal ?? 'paymentMethodError.other');
    else if (pending && pending.length > 0) setAgreeing({ method, terms: pending });
    else await take(method);
  }

  async function take(method: NewMethod) {
    setAgreeing(null);
    setBusy(true);
    const taken = await takeNewMethod(method, { accountNumber: terms.accountNumber, save });
    setBusy(false);
    if (taken.ok) onTaken(taken.value);
    else setProblem(taken.error);
  }

  function disagree() {
    setAgreeing(null);
    setProblem('achTerms.disagreed');
  }
  return (
    <QuestionDialog
      width={500}
      title="newMethod.title"
      no="newMethod.cancel"
      yes="newMethod.continue"
      busy={busy}
      onNo={onClose}
      onYes={formId}
    >
      <NewMethodForm type={type} id={formId} settings={settings} today={terms.today} onContinue={check}>
        {(valid) =>
          // Hidden when saving is not allowed, or is the only way (P 4).
          maySave &&
          mayUseOnce && (
            <Checkbox
              {...saveLabel}
              checked={ticked}
              disabled={!valid || busy}
              onChange={(event) => setTicked(event.currentTarget.checked)}
            />
          )
        }
      </NewMethodForm>
      {busy && <SpinnerView label={saving.label} size={50} />}
      {problem && (
        <FocusedAlert>
          <Text of={problem} />
        </FocusedAlert>
      )}
      {agreeing && (
        <AchTermsDialog terms={agreeing.terms} onAgreed={() => void take(agreeing.method)} onDisagree={disagree} />
      )}
    </QuestionDialog>
  );
}

/** A bank account that is right and is to be saved, once its terms are agreed to. */
interface Agreeing {
  readonly method: NewMethod;
  readonly terms: readonly Agreement[];
}

function NewMethodForm({ type, ...form }: NewMethodFormProps & { readonly type: PaymentType }) {
  return type === 'Card' ? <CardForm {...form} /> : <BankAccountForm {...form} />;
}
