import { useState } from 'react';
import { addDays, type Day } from '#common/core/dates.ts';
import { formatCents, ZERO } from '#common/core/money.ts';
import {
  amountLimits,
  findAmountError,
  mayAddPrincipal,
  parseAmountEntry,
  paysTotalDue,
} from '#common/payments/rules/amounts.ts';
import type { Availability } from '#common/payments/rules/availability-answer.ts';
import { recurringDayBlockText } from '#common/payments/rules/availability-texts.ts';
import { methodAvailability } from '#common/payments/rules/method-availability.ts';
import { lastRecurringDay, recurringDay, type RecurringDayBlock } from '#common/payments/rules/payment-days.ts';
import type { RecurringPayment } from '#common/payments/rules/payment-types.ts';
import { firstRecurringDay, frequencyOfRecurring } from '#common/payments/rules/submission-route.ts';
import { prepareChangedAgreement } from '#web/payments/draft-agreements-data.ts';
import { editRecurring, type Named, previewRecurringEdit, type RecurringChange } from './planned-payments-data.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { Field } from '#web/kit/Field.tsx';
import { readAdditionalPrincipal } from '#web/payments/amount/additional-principal.ts';
import { AdditionalPrincipalField } from '#web/payments/amount/AdditionalPrincipalField.tsx';
import { AmountField } from '#web/payments/amount/AmountField.tsx';
import { ChangePreview } from './ChangePreview.tsx';
import { useChangePreview } from './use-change-preview.ts';
import { ChangedAgreement } from './ChangedAgreement.tsx';
import { DayField } from '#web/payments/frequency/DayField.tsx';
import { EditDialog, type EditForm, EditFormFrame } from './EditDialog.tsx';
import { MethodEditField } from './MethodEditField.tsx';
import { type EditFacts, goodThroughOf, useEditFacts, useMethodEdit } from './use-edit.ts';

interface EditRecurringDialogProps {
  readonly named: Named<RecurringPayment>;
  readonly onClose: (outcome: 'changed' | 'cancelled') => void;
}

/** Changes day, amount or method of a recurring payment; its frequency stays. */
export function EditRecurringDialog({ named, onClose }: EditRecurringDialogProps) {
  const facts = useEditFacts(named.accountNumber, 'recurring');
  return (
    <EditDialog title="recurringEdit.title" facts={facts} onClose={onClose}>
      {(ready, form) => <Fields named={named} facts={ready} form={form} />}
    </EditDialog>
  );
}

interface FieldsProps {
  readonly named: Named<RecurringPayment>;
  readonly facts: EditFacts;
  readonly form: EditForm;
}

function Fields({ named, facts, form }: FieldsProps) {
  const { payment } = named;
  const { option } = payment;
  const { terms, settings, methods } = facts;
  const [daysBeforeDue, setDaysBeforeDue] = useState(payment.daysBeforeDue);
  const [nextOn, setNextOn] = useState<Day>(payment.nextOn);
  const [entry, setEntry] = useState(formatCents(payment.amountCents));
  const [additionalEntry, setAdditionalEntry] = useState(formatCents(payment.additionalPrincipalCents));
  const { method, choose, fees } = useMethodEdit(payment, facts, 'recurring');
  const type = method?.type ?? payment.type;
  const use = { timing: 'recurring', option } as const;
  const totalDue = paysTotalDue(terms, settings, use);
  const limits = amountLimits(terms, settings, type, use);
  const amountCents = totalDue ? ZERO : parseAmountEntry(entry);
  const isAmountValid = totalDue || (amountCents !== undefined && findAmountError(amountCents, limits) === undefined);
  const addsPrincipal = mayAddPrincipal(type, use, terms, settings);
  const additional = addsPrincipal ? readAdditionalPrincipal(additionalEntry, amountCents ?? ZERO, terms) : null;
  const frequency = frequencyOfRecurring(option, payment.daysBeforeDue);
  const goodThrough = goodThroughOf(payment, method);
  const check = (day: Day) => recurringDay(frequency, day, terms, settings, goodThrough);
  const payOn = firstRecurringDay({ option, daysBeforeDue, firstOn: nextOn }, terms);
  const expires = payOn !== undefined && goodThrough !== null && payOn > goodThrough;
  const isDayValid = payOn !== undefined && !expires && (option === 'DaysBeforeDue' || check(payOn).allowed);
  const additionalPrincipalCents = additional ? additional.cents : ZERO;
  const isValid = isAmountValid && isDayValid && amountCents !== undefined && additionalPrincipalCents !== null && fees;

  const details = { RecurringOption: option, DaysBeforeDue: daysBeforeDue };
  const change = isValid ? { payOn, amountCents, additionalPrincipalCents, fees, method, details } : null;
  const { agrees, token, agreeTo } = useAgreement(change, settings.achDraftAgreement && type === 'ACH');

  const agreed = !agrees || token !== null;
  const save = change && agreed ? () => editRecurring(named, { ...change, draftAgreementToken: token }) : null;
  return (
    <EditFormFrame form={form} change={save}>
      {frequency === 'DaysBeforeDue' && (
        <DaysField
          choices={methodAvailability({ type, use: 'saved' }, terms, settings).daysBeforeDue}
          days={daysBeforeDue}
          onChange={setDaysBeforeDue}
        />
      )}
      {option !== 'DaysBeforeDue' && (
        <DayField
          label="recurringEdit.nextDate"
          value={nextOn}
          first={addDays(terms.today, 1)}
          last={lastRecurringDay(terms)}
          terms={terms}
          check={check}
          textOf={recurringDayBlockText}
          error={form.asked ? blockTextOf(check(nextOn)) : undefined}
          onChange={setNextOn}
        />
      )}
      {!totalDue && (
        <AmountField label="amount.enterAmount" limits={limits} entry={entry} asked={form.asked} onChange={setEntry} />
      )}
      {additional && (
        <AdditionalPrincipalField additional={additional} entry={additionalEntry} onChange={setAdditionalEntry} />
      )}
      <MethodEditField
        payment={payment}
        methods={methods}
        method={method}
        error={expires ? 'paymentError.CardExpiresBefore' : undefined}
        onChoose={choose}
      />
      <RecurringPreview named={named} change={change} />
      {agrees && (
        <ChangedAgreement
          prepare={change && (() => prepareChangedAgreement(named, change))}
          opened={token !== null}
          missing={form.asked}
          onOpened={agreeTo}
        />
      )}
    </EditFormFrame>
  );
}

interface RecurringPreviewProps {
  readonly named: Named<RecurringPayment>;
  readonly change: RecurringChange | null;
}

function RecurringPreview({ named, change }: RecurringPreviewProps) {
  const preview = useChangePreview(named.payment.handle, change, (wanted) => previewRecurringEdit(named, wanted));
  return <ChangePreview of={preview} doing="edit" />;
}

/** The opened agreement is valid only for these terms; changed terms need another. */
function useAgreement(change: object | null, agrees: boolean) {
  const [agreement, setAgreement] = useState<{ readonly on: string; readonly token: string } | null>(null);
  const on = JSON.stringify(change);
  const token = agreement?.on === on ? agreement.token : null;
  return { agrees, token, agreeTo: (opened: string) => setAgreement({ on, token: opened }) };
}

interface DaysFieldProps {
  readonly choices: readonly number[];
  readonly days: number;
  readonly onChange: (days: number) => void;
}

function DaysField({ choices, days, onChange }: DaysFieldProps) {
  return (
    <Field
      use={SelectField}
      label="frequency.daysBeforeDueLabel"
      options={choices.map((choice) => ({ value: String(choice), label: String(choice) }))}
      value={String(days)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  );
}

/** After a skip, the next payment may be too far ahead to change only the amount. */
function blockTextOf(answer: Availability<RecurringDayBlock>) {
  return answer.allowed ? undefined : recurringDayBlockText(answer.reason);
}
