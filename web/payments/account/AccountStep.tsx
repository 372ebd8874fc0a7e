import { useNavigate, useParams } from '@tanstack/react-router';
import type { AccountSummary } from '#common/accounts/rules/account.ts';
import { formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import { FormField } from '#web/kit/FormField.tsx';
import { useAccountNumber } from '#web/kit/use-account-number.ts';
import type { StepProps } from '#web/kit/use-steps.ts';
import { paymentPath } from '#web/paths.ts';
import { SelectField, type SelectFieldProps } from '#web/ui/SelectField.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import type { PaymentFacts } from '../payment-facts.ts';
import type { PaymentValues } from '../payment-values.ts';
import { StepForm } from '../StepForm.tsx';
import { useStepForm } from '../use-step-form.ts';
import { AccountProblem } from './AccountProblem.tsx';

/** Chooses the loan to pay (P 2, Account selection). */
export function AccountStep({ value, facts, onChange, onDone }: StepProps<PaymentValues, 'account', PaymentFacts>) {
  const text = useTexts();
  const entryOf = useAccountEntry();
  const followAccount = useFollowAccount();
  const loading = useLabel('payment.loadingAccount');
  const { accounts, account, loan, thirdPartyFee } = facts;
  const { control, handleSubmit, asked, pass } = useStepForm({ account: account?.number ?? '' }, (entry) =>
    onChange(entry.account),
  );

  function proceed() {
    if (loan.state !== 'ready' || value === undefined) return;
    onDone();
    followAccount(value);
  }
  return (
    <StepForm
      facts={facts}
      onSubmit={handleSubmit(proceed)}
      // Without the fee the next steps couldn't tell whether their defaults are complete.
      disabled={loan.state === 'loading' || loan.state === 'failed' || thirdPartyFee.state === 'loading'}
    >
      <FormField<SelectFieldProps, { account: string }>
        use={SelectField}
        label="payAccount.label"
        options={accounts.map((each) => ({ value: each.number, label: entryOf(each) }))}
        placeholder={text('payAccount.choose') ?? ''}
        control={control}
        entry="account"
        error={asked && value === undefined ? (text('payAccountError.required') ?? '') : undefined}
        onEdit={pass}
      />
      {loan.state === 'loading' && <SpinnerView label={loading.label} size={50} />}
      {loan.state === 'failed' && <AccountProblem problem={loan} />}
    </StepForm>
  );
}

/** Returns a function that formats description, number, amount due and due date. */
function useAccountEntry(): (account: AccountSummary) => string {
  const text = useTexts();
  const shownNumber = useAccountNumber();
  return ({ number, description, amountDueCents, dueOn }) => {
    const [shown, due] = [`${description} ${shownNumber(number)}`.trim(), formatCents(amountDueCents)];
    return (
      (dueOn === null
        ? text('payAccount.entryWithoutDueDate', { account: shown, amount: due })
        : text('payAccount.entry', { account: shown, amount: due, date: formatDay(dueOn) })) ?? shown
    );
  };
}

function useFollowAccount(): (accountNumber: string) => void {
  const navigate = useNavigate();
  const { accountNumber: addressed } = useParams({ strict: false });
  return (accountNumber) => {
    if (accountNumber === addressed) return;
    void navigate({
      to: paymentPath(accountNumber),
      replace: true,
      resetScroll: false,
      state: { staysOnScreen: true },
    });
  };
}
