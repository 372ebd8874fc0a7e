import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { SavedMethod } from '#common/payments/rules/payment-types.ts';
import { findUseError } from '#common/payments/rules/submitted-method.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { Loan } from '../payment-facts.ts';
import { nameOfSaved, submittedSaved } from './method-name.ts';
import type { PaymentPlan } from '../payment-plan.ts';
import type { MethodChoice } from '../payment-values.ts';
import type { Deletion } from './DeleteMethodDialog.tsx';
import { lazily } from '#web/kit/lazily.tsx';
import styles from './method.module.css';
import { SavedMethodSelect } from './SavedMethodSelect.tsx';
import { SetDefaultButton } from './SetDefaultButton.tsx';
import { useMethodName } from './use-method-name.ts';
import { useTransient } from '#web/kit/use-transient.ts';

const DeleteMethodDialog = lazily(async () => (await import('./DeleteMethodDialog.tsx')).DeleteMethodDialog);

interface SavedMethodsProps {
  readonly loan: Loan;
  readonly plan: PaymentPlan;
  readonly settings: PaymentSettings;
  /** The customer pressed Continue, so a missing choice shows an error. */
  readonly missing: boolean;
  readonly onChange: (choice: MethodChoice | null) => void;
}

/** How long the result of a deletion shows (P 9). */
const OUTCOME_MS = 5_000;

/** The saved methods of the chosen type, with actions for the selected one. */
export function SavedMethods({ loan, plan, settings, missing, onChange }: SavedMethodsProps) {
  const [deleting, setDeleting] = useState<SavedMethod | null>(null);
  const [outcome, showOutcome] = useTransient<Deletion>(OUTCOME_MS);
  const methodName = useMethodName();
  const { choice, paying, saved } = plan.method;
  const selected = saved.find(({ profileId }) => choice?.kind === 'saved' && choice.profileId === profileId);

  function close(deletion?: Deletion) {
    if (deletion) showOutcome(deletion);
    if (deletion === 'deleted') onChange(null);
    setDeleting(null);
  }
  return (
    <>
      {saved.length > 0 && (
        <SavedMethodSelect
          methods={saved}
          selected={selected}
          terms={loan.terms}
          settings={settings}
          missing={missing && !paying}
          onSelect={(profileId) => onChange({ kind: 'saved', profileId })}
        />
      )}
      {selected && (
        <div className={styles.actions}>
          {paying && <SetDefaultButton key={selected.profileId} loan={loan} method={selected} />}
          <Button look="text" onClick={() => setDeleting(selected)}>
            <Trash2 size={18} aria-hidden="true" />
            <ControlName of="payMethod.delete" with={{ method: methodName(nameOfSaved(selected)) }} />
          </Button>
        </div>
      )}
      {outcome && (
        <Alert tone={outcome === 'deleted' ? 'ok' : 'bad'}>
          <Text of={outcome === 'deleted' ? 'paymentMethodError.deleted' : 'paymentMethodError.deleteFailed'} />
        </Alert>
      )}
      {deleting && (
        <DeleteMethodDialog
          accountNumber={loan.terms.accountNumber}
          method={deleting}
          others={loan.savedMethods.filter(
            (other) =>
              other.profileId !== deleting.profileId &&
              findUseError(submittedSaved(other), loan.terms, settings) === undefined,
          )}
          onClose={close}
        />
      )}
    </>
  );
}
