import { useForm, useWatch } from 'react-hook-form';
import type { TextKey } from '#common/contract/all-texts.ts';
import { payoffBlockText } from '#common/payments/rules/availability-texts.ts';
import { payoffAvailability } from '#common/payments/rules/method-availability.ts';
import { laterPaymentDay } from '#common/payments/rules/payment-days.ts';
import type { SavedMethod, ScheduledPayment } from '#common/payments/rules/payment-types.ts';
import { DayText } from '#web/kit/DayText.tsx';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import { DraftAuthorization } from '#web/payments/DraftAuthorization.tsx';
import { laterDayBlockText } from '#web/payments/frequency/later-day.ts';
import { DefinitionList } from '#web/ui/DefinitionList.tsx';
import { ChangePreview } from './ChangePreview.tsx';
import { type EditForm, EditFormFrame } from './EditDialog.tsx';
import { MethodEditField } from './MethodEditField.tsx';
import { editScheduled, type Named, previewScheduledEdit } from './planned-payment-changes.ts';
import { useChangePreview } from './use-change-preview.ts';
import { type EditFacts, goodThroughOf, useMethodEdit } from './use-edit.ts';
import { useMayDelete } from './use-may-delete.ts';

interface PayoffFieldsProps {
  readonly named: Named<ScheduledPayment>;
  readonly facts: EditFacts;
  readonly form: EditForm;
}

/** The method of a scheduled payoff. Its amount was agreed for its day, so both stay. */
export function PayoffFields({ named, facts, form }: PayoffFieldsProps) {
  const { payment } = named;
  const { payOn, amountCents } = payment;
  const { control, handleSubmit, setValue } = useForm({ defaultValues: { profileId: '' } });
  const profileId = useWatch({ control, name: 'profileId' });
  const { method, fees } = useMethodEdit(profileId, payment, facts, 'scheduled');
  const type = method?.type ?? payment.type;
  const error = findMethodError(payment, method, facts);
  const change = fees && error === undefined ? { payOn, amountCents, fees, method } : null;
  const preview = useChangePreview(payment.handle, change, (wanted) =>
    form.noting(previewScheduledEdit(named, wanted)),
  );
  return (
    <EditFormFrame
      form={form}
      handleSubmit={handleSubmit}
      change={change && (() => editScheduled(named, change))}
      method={method}
    >
      <DefinitionList
        layout="grid"
        items={[
          { id: 'day', term: <Text of="frequency.paymentDate" />, value: <DayText day={payOn} /> },
          { id: 'amount', term: <Text of="total.amount" />, value: <Money cents={amountCents} /> },
        ]}
      />
      <p>
        <Text of={useMayDelete(payment) ? 'scheduledEdit.payoff' : 'scheduledEdit.payoffNotDeletable'} />
      </p>
      <MethodEditField
        payment={payment}
        methods={facts.methods}
        method={method}
        error={error}
        onChoose={(chosen) => setValue('profileId', chosen)}
      />
      <ChangePreview of={preview} doing="edit" />
      {type === 'ACH' && <DraftAuthorization timing="scheduled" />}
    </EditFormFrame>
  );
}

/** Why the method can't pay this payoff. The preview says when no method can, because the payoff is on hold. */
function findMethodError(
  payment: ScheduledPayment,
  method: SavedMethod | null,
  { terms, settings }: EditFacts,
): TextKey | undefined {
  const type = method?.type ?? payment.type;
  const on = laterPaymentDay(type, payment.payOn, terms, settings, goodThroughOf(payment, method));
  if (!on.allowed) {
    return on.reason === 'CardExpires' ? 'scheduledEdit.payoffCardExpires' : laterDayBlockText(on.reason);
  }
  if (terms.payoffHold !== null) return undefined;
  const payoff = payoffAvailability(type, 'later', payment.amountCents, terms, settings);
  return payoff.allowed ? undefined : payoffBlockText(payoff.reason);
}
