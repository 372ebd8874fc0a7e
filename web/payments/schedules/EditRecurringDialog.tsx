import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { addDays, type Day } from '#common/core/dates.ts';
import { formatCents, ZERO } from '#common/core/money.ts';
import { amountLimits, findAmountError, mayAddPrincipal, parseAmountEntry } from '#common/payments/rules/amounts.ts';
import { paysTotalDue } from '#common/payments/rules/total-due.ts';
import { allowed, type Availability } from '#common/payments/rules/availability-answer.ts';
import { recurringDayBlockText } from '#common/payments/rules/availability-texts.ts';
import { methodAvailability } from '#common/payments/rules/method-availability.ts';
import {
  firstDayOnDue,
  lastRecurringDay,
  recurringDay,
  type RecurringDayBlock,
} from '#common/payments/rules/payment-days.ts';
import type { RecurringPayment } from '#common/payments/rules/payment-types.ts';
import { firstRecurringDay, frequencyOfRecurring } from '#common/payments/rules/submission-route.ts';
import { prepareChangedAgreement } from '#web/payments/draft-agreements-data.ts';
import { editRecurring, type Named, previewRecurringEdit, type RecurringChange } from './planned-payment-changes.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { Field } from '#web/kit/Field.tsx';
import { readAdditionalPrincipal } from '#web/payments/amount/additional-principal.ts';
import { AdditionalPrincipalField } from '#web/payments/amount/AdditionalPrincipalField.tsx';
import { AmountField } from '#web/payments/amount/AmountField.tsx';
import { DraftAuthorization } from '#web/payments/DraftAuthorization.tsx';
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
  const { control, entries, asked, handleSubmit, setValue } = useRecurringEntries(payment);
  const { daysBeforeDue, nextOn } = entries;
  const { method, fees } = useMethodEdit(entries.profileId, payment, facts, 'recurring');
  const type = method?.type ?? payment.type;
  const use = { timing: 'recurring', option } as const;
  const totalDue = paysTotalDue(terms, settings, use);
  const limits = amountLimits(terms, settings, type, use);
  const amountCents = totalDue ? ZERO : parseAmountEntry(entries.amount);
  const isAmountValid = totalDue || (amountCents !== undefined && findAmountError(amountCents, limits) === undefined);
  const addsPrincipal = mayAddPrincipal(type, use, terms, settings);
  const additional = addsPrincipal ? readAdditionalPrincipal(entries.additional, amountCents ?? ZERO, terms) : null;
  const frequency = frequencyOfRecurring(option, payment.daysBeforeDue);
  const goodThrough = goodThroughOf(payment, method);
  // The day it has anyway wasn't chosen.
  const check = (day: Day) =>
    day === payment.nextOn && day > terms.today ? allowed : recurringDay(frequency, day, terms, settings, goodThrough);
  const payOn = firstRecurringDay({ option, daysBeforeDue, firstOn: nextOn }, terms);
  const drawnOn = payOn && option === 'DaysBeforeDue' ? firstDayOnDue(payOn, terms, settings) : payOn;
  const expires = drawnOn !== undefined && goodThrough !== null && drawnOn > goodThrough;
  const isDayValid = payOn !== undefined && !expires && (option === 'DaysBeforeDue' || check(payOn).allowed);
  const additionalPrincipalCents = additional ? additional.cents : ZERO;
  const isValid = isAmountValid && isDayValid && amountCents !== undefined && additionalPrincipalCents !== null && fees;

  const recurrence = { option, daysBeforeDue };
  const change = isValid ? { payOn, amountCents, additionalPrincipalCents, fees, method, recurrence } : null;
  const { agrees, token, agreeTo } = useAgreement(change, settings.achDraftAgreement && type === 'ACH');

  const agreed = !agrees || token !== null;
  const save = change && agreed ? () => editRecurring(named, { ...change, draftAgreementToken: token }) : null;
  return (
    <EditFormFrame form={form} handleSubmit={handleSubmit} change={save} method={method}>
      {frequency === 'DaysBeforeDue' && (
        <DaysField
          choices={methodAvailability({ type, use: 'saved' }, terms, settings).daysBeforeDue}
          days={daysBeforeDue}
          onChange={(days) => setValue('daysBeforeDue', days)}
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
          error={asked ? blockTextOf(check(nextOn)) : undefined}
          onChange={(day) => setValue('nextOn', day)}
        />
      )}
      {!totalDue && <AmountField label="amount.enterAmount" limits={limits} control={control} entry="amount" />}
      {additional && <AdditionalPrincipalField additional={additional} control={control} entry="additional" />}
      <MethodEditField
        payment={payment}
        methods={methods}
        method={method}
        error={expires ? 'paymentError.CardExpiresBefore' : undefined}
        onChoose={(chosen) => setValue('profileId', chosen)}
      />
      <RecurringPreview named={named} change={change} form={form} />
      {type === 'ACH' && !agrees && <DraftAuthorization timing="recurring" />}
      {agrees && <Agreement named={named} change={change} token={token} missing={asked} onOpened={agreeTo} />}
    </EditFormFrame>
  );
}

function useRecurringEntries(payment: RecurringPayment) {
  const { control, formState, handleSubmit, setValue } = useForm({
    defaultValues: {
      daysBeforeDue: payment.daysBeforeDue,
      nextOn: payment.nextOn,
      amount: formatCents(payment.amountCents),
      additional: formatCents(payment.additionalPrincipalCents),
      profileId: '',
    },
  });
  const entries = useWatch({ control, compute: (values) => values });
  return { control, entries, asked: formState.isSubmitted, handleSubmit, setValue };
}

interface ChangedTerms {
  readonly named: Named<RecurringPayment>;
  readonly change: RecurringChange | null;
}

interface RecurringPreviewProps extends ChangedTerms {
  readonly form: EditForm;
}

function RecurringPreview({ named, change, form }: RecurringPreviewProps) {
  const preview = useChangePreview(named.payment.handle, change, (wanted) =>
    form.noting(previewRecurringEdit(named, wanted)),
  );
  return <ChangePreview of={preview} doing="edit" />;
}

interface AgreementProps extends ChangedTerms {
  readonly token: string | null;
  readonly missing: boolean;
  readonly onOpened: (token: string) => void;
}

function Agreement({ named, change, token, missing, onOpened }: AgreementProps) {
  const prepare = change && (() => prepareChangedAgreement(named, change));
  return <ChangedAgreement prepare={prepare} opened={token !== null} missing={missing} onOpened={onOpened} />;
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
