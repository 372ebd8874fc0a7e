import { useForm, useWatch } from 'react-hook-form';
import { addDays } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { amountLimits, findAmountError, parseAmountEntry } from '#common/payments/rules/amounts.ts';
import { lastPaymentDay, laterPaymentDay } from '#common/payments/rules/payment-days.ts';
import type { ScheduledPayment } from '#common/payments/rules/payment-types.ts';
import { editScheduled, type Named, previewScheduledEdit } from './planned-payment-changes.ts';
import { AmountField } from '#web/payments/amount/AmountField.tsx';
import { DraftAuthorization } from '#web/payments/DraftAuthorization.tsx';
import { ChangePreview } from './ChangePreview.tsx';
import { useChangePreview } from './use-change-preview.ts';
import { DayField } from '#web/payments/frequency/DayField.tsx';
import { EditDialog, type EditForm, EditFormFrame } from './EditDialog.tsx';
import { laterDayBlockText } from '#web/payments/frequency/later-day.ts';
import { MethodEditField } from './MethodEditField.tsx';
import { PayoffFields } from './PayoffFields.tsx';
import { type EditFacts, goodThroughOf, useEditFacts, useMethodEdit } from './use-edit.ts';

interface EditScheduledDialogProps {
  readonly named: Named<ScheduledPayment>;
  readonly onClose: (outcome: 'changed' | 'cancelled') => void;
}

/** Changes day, amount or method of a scheduled payment; of a payoff, only the method. */
export function EditScheduledDialog({ named, onClose }: EditScheduledDialogProps) {
  const facts = useEditFacts(named.accountNumber, 'scheduled');
  return (
    <EditDialog title="scheduledEdit.title" facts={facts} onClose={onClose}>
      {(ready, form) =>
        named.payment.isPayoff ? (
          <PayoffFields named={named} facts={ready} form={form} />
        ) : (
          <Fields named={named} facts={ready} form={form} />
        )
      }
    </EditDialog>
  );
}

interface FieldsProps {
  readonly named: Named<ScheduledPayment>;
  readonly facts: EditFacts;
  readonly form: EditForm;
}

function Fields({ named, facts, form }: FieldsProps) {
  const { payment } = named;
  const { terms, settings, methods } = facts;
  const { control, formState, handleSubmit, setValue } = useForm({
    defaultValues: { payOn: payment.payOn, amount: formatCents(payment.amountCents), profileId: '' },
  });
  const [payOn, amount, profileId] = useWatch({ control, name: ['payOn', 'amount', 'profileId'] });
  const { isSubmitted: asked } = formState;
  const { method, fees } = useMethodEdit(profileId, payment, facts, 'scheduled');
  const type = method?.type ?? payment.type;
  const limits = amountLimits(terms, settings, type, { timing: 'scheduled' });
  const amountCents = parseAmountEntry(amount);
  const goodThrough = goodThroughOf(payment, method);
  const check = (day: typeof payOn) => laterPaymentDay(type, day, terms, settings, goodThrough);
  const dayAnswer = check(payOn);
  const isValid =
    amountCents !== undefined && findAmountError(amountCents, limits) === undefined && dayAnswer.allowed && fees;
  const change = isValid ? { payOn, amountCents, fees, method } : null;
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
      <DayField
        label="frequency.paymentDate"
        value={payOn}
        first={addDays(terms.today, 1)}
        last={lastPaymentDay(terms)}
        terms={terms}
        check={check}
        textOf={laterDayBlockText}
        error={asked && !dayAnswer.allowed ? laterDayBlockText(dayAnswer.reason) : undefined}
        onChange={(day) => setValue('payOn', day)}
      />
      <AmountField label="amount.enterAmount" limits={limits} control={control} entry="amount" />
      <MethodEditField
        payment={payment}
        methods={methods}
        method={method}
        onChoose={(chosen) => setValue('profileId', chosen)}
      />
      <ChangePreview of={preview} doing="edit" />
      {type === 'ACH' && <DraftAuthorization timing="scheduled" />}
    </EditFormFrame>
  );
}
