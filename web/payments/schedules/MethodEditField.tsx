import type { RecurringPayment, SavedMethod, ScheduledPayment } from '#common/payments/rules/payment-types.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useTexts } from '#web/institution/settings.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { Field } from '#web/kit/Field.tsx';
import { nameOfSaved } from '#web/payments/method/method-name.ts';
import { endingOf } from './planned-payment-list.ts';
import { useMethodName } from '#web/payments/method/use-method-name.ts';

interface MethodEditFieldProps {
  readonly payment: ScheduledPayment | RecurringPayment;
  readonly methods: readonly SavedMethod[];
  readonly method: SavedMethod | null;
  readonly error?: TextKey | undefined;
  readonly onChoose: (profileId: string) => void;
}

export function MethodEditField({ payment, methods, method, error, onChoose }: MethodEditFieldProps) {
  const text = useTexts();
  const methodName = useMethodName();
  const keep = text('plannedPayments.keepMethod', { method: endingOf(payment) }) ?? endingOf(payment);
  return (
    <Field
      use={SelectField}
      label="plannedPayments.method"
      options={[
        { value: '', label: keep },
        ...methods.map((each) => ({ value: each.profileId, label: methodName(nameOfSaved(each)) })),
      ]}
      value={method?.profileId ?? ''}
      error={error && (text(error) ?? '')}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}
