import { useId, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { Agreement } from '#common/institution/institution.ts';
import { methodPermissions } from '#common/payments/rules/availability.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { PaymentTerms, PaymentType } from '#common/payments/rules/payment-types.ts';
import { problemText, type ProblemTexts } from '#web/data/problem-text.ts';
import { type Outcome, useAction } from '#web/data/use-action.ts';
import { useAgreements } from '#web/institution/agreements.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { Text } from '#web/kit/Text.tsx';
import { TroubleReference } from '#web/kit/TroubleReference.tsx';
import { lazily } from '#web/kit/lazily.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';
import type { MethodChoice } from '../payment-values.ts';
import { findPendingTerms } from '#web/institution/pending-terms.ts';
import { AchTermsDialog } from './AchTermsDialog.tsx';
import type { CardSetup } from './card-setup.ts';
import { BankAccountForm } from './BankAccountForm.tsx';
import { CardForm } from './CardForm.tsx';
import type { NewMethodFormProps } from './new-method-form.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { checkNewMethod, type NewMethod, takeNewMethod } from './take-new-method.ts';

const StripeCardForm = lazily(async () => (await import('./StripeCardForm.tsx')).StripeCardForm);
const loadSetupDialog = async () => (await import('./CardSetupDialog.tsx')).CardSetupDialog;
const CardSetupDialog = lazily(loadSetupDialog);
const HostedCardForm = lazily(async () => (await import('./HostedCardForm.tsx')).HostedCardForm);

/** Why a payment method was refused (P 8). */
export const newMethodTexts: ProblemTexts<
  | 'AlreadyExists'
  | 'AchTerms'
  | 'RoutingNumberInvalid'
  | 'RoutingNumberAchNotAllowed'
  | 'RoutingAccountInvalidThirdParty'
  | 'RoutingAccountInvalidInternal'
> = {
  codes: {
    AlreadyExists: 'paymentMethodError.alreadyExists',
    AchTerms: 'paymentMethodError.achTerms',
    RoutingNumberInvalid: 'paymentMethodError.routingNumber',
    RoutingNumberAchNotAllowed: 'paymentMethodError.routingNumber',
    RoutingAccountInvalidThirdParty: 'paymentMethodError.accountThirdParty',
    RoutingAccountInvalidInternal: 'paymentMethodError.accountInternal',
  },
  other: 'paymentMethodError.other',
  failed: 'paymentMethodError.noAnswer',
};

interface NewMethodDialogProps {
  readonly type: PaymentType;
  readonly terms: PaymentTerms;
  readonly settings: PaymentSettings;
  readonly onTaken: (choice: MethodChoice) => void;
  readonly onClose: () => void;
}

/** A new card or bank account (P 2, Payment Details). Entries survive a refusal; Cancel discards them. */
export function NewMethodDialog({ type, terms, settings, onTaken, onClose }: NewMethodDialogProps) {
  const formId = useId();
  const saving = useLabel('newMethod.saving');
  const saveLabel = useLabel('newMethod.save');
  const { control } = useForm({ defaultValues: { save: false } });
  const { field: ticked } = useController({ control, name: 'save' });
  const [stopped, setStopped] = useState<TextKey | null>(null);
  const [setup, setSetup] = useState<CardSetup | null>(null);
  const [agreeing, setAgreeing] = useState<Agreeing | null>(null);
  const agreements = useAgreements();
  const { maySave, mayUseOnce } = methodPermissions(type, settings, terms.companyNumber);

  const save = ticked.value || !mayUseOnce;
  const taking = useAction((method: NewMethod) => take(method, { accountNumber: terms.accountNumber, save }), {
    onDone: (taken) => ('setup' in taken ? setSetup(taken.setup) : onTaken(taken.choice)),
  });
  const checking = useAction(checkWithTerms, {
    onDone: (pending, method) => (pending.length > 0 ? setAgreeing({ method, terms: pending }) : taking.run(method)),
  });
  const busy = checking.busy || taking.busy;
  const failure = checking.failure ?? taking.failure;
  const problem = stopped ?? (failure && problemText(failure, newMethodTexts));

  async function checkWithTerms(method: NewMethod): Promise<Outcome<readonly Agreement[]>> {
    const checked = await checkNewMethod(method, terms.accountNumber);
    if (checked.kind !== 'answer') return checked;
    const pending = save && method.type === 'ACH' ? await findPendingTerms(agreements, 'ach') : [];
    return pending ? { kind: 'answer', body: pending } : { kind: 'stopped', text: 'paymentMethodError.other' };
  }

  async function submit(method: NewMethod) {
    setStopped(null);
    taking.clear();
    await checking.run(method);
  }

  function agree({ method }: Agreeing) {
    setAgreeing(null);
    void taking.run(method);
  }

  function stop(reason: TextKey | null) {
    setSetup(null);
    setAgreeing(null);
    setStopped(reason);
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
      <NewMethodForm type={type} id={formId} settings={settings} today={terms.today} onContinue={submit}>
        {(valid) =>
          // Hidden if saving is forbidden or required (P 4).
          maySave &&
          mayUseOnce && (
            <Checkbox {...saveLabel} checked={ticked.value} disabled={!valid || busy} onChange={ticked.onChange} />
          )
        }
      </NewMethodForm>
      {busy && <SpinnerView label={saving.label} size={50} />}
      {problem && (
        <FocusedAlert>
          <Text of={problem} />
          {failure && failure.kind !== 'stopped' && <TroubleReference reference={failure.reference} />}
        </FocusedAlert>
      )}
      {setup && <CardSetupDialog setup={setup} accountNumber={terms.accountNumber} onTaken={onTaken} onEnded={stop} />}
      {agreeing && (
        <AchTermsDialog
          terms={agreeing.terms}
          onAgreed={() => agree(agreeing)}
          onDisagree={() => stop('achTerms.disagreed')}
        />
      )}
    </QuestionDialog>
  );
}

/** Ends when the bank's page can show, if there is one. */
async function take(...[method, taking]: Parameters<typeof takeNewMethod>): ReturnType<typeof takeNewMethod> {
  const taken = await takeNewMethod(method, taking);
  // If it fails, the dialog loads again.
  if (taken.kind === 'answer' && 'setup' in taken.body) await loadSetupDialog().catch(() => undefined);
  return taken;
}

/** A valid bank account to be saved once its terms are accepted. */
interface Agreeing {
  readonly method: NewMethod;
  readonly terms: readonly Agreement[];
}

function NewMethodForm({ type, ...form }: NewMethodFormProps & { readonly type: PaymentType }) {
  const cardFieldsUrl = useOption('paymentOptions.cardFieldsUrl');
  const stripeKey = useOption('paymentOptions.stripePublishableKey');
  if (type === 'ACH') return <BankAccountForm {...form} />;
  if (stripeKey !== '') return <StripeCardForm {...form} />;
  return cardFieldsUrl === '' ? <CardForm {...form} /> : <HostedCardForm {...form} />;
}
