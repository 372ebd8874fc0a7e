import type { ReactNode } from 'react';
import type { SwitchKey } from '#common/contract/all-options.ts';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { PaymentPart } from '#common/payments/rules/breakdown.ts';
import { confirmedBreakdownOf, partTexts } from '#common/payments/rules/confirmed-breakdown.ts';
import type { Frequency } from '#common/payments/rules/payment-types.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useOptions } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { DayText } from '#web/kit/DayText.tsx';
import { Money } from '#web/kit/Money.tsx';
import { NoBreak } from '#web/kit/NoBreak.tsx';
import { useAccountNumber } from '#web/kit/use-account-number.ts';
import type { Definition } from '#web/ui/DefinitionList.tsx';
import { FrequencyName } from '#web/payments/frequency/FrequencyName.tsx';
import type { MethodName } from '#web/payments/method/method-name.ts';
import { useMethodName } from '#web/payments/method/use-method-name.ts';

interface ConfirmationField {
  readonly label: TextKey;
  readonly hideWhen: SwitchKey;
  readonly value: ReactNode;
  readonly total?: boolean;
}

export interface ConfirmedPayment {
  readonly referenceNumber: string;
  readonly accountNumber: string;
  readonly description: string;
  readonly method: MethodName;
  readonly frequency: Frequency;
  /** For a recurring payment that follows the due date. */
  readonly daysBeforeDue: number | null;
  readonly payOn: Day;
  readonly amountCents: Cents;
  readonly additionalPrincipalCents: Cents;
  readonly feeCents: Cents;
  readonly totalCents: Cents;
  /** A recurring payment of a line of credit that draws each day's total due. */
  readonly paysTotalDue: boolean;
  /** A recurring bank draft with an agreement; its total is labeled as drafted (P 3). */
  readonly underAgreement: boolean;
}

/** The fields of confirmation and receipt; an institution can hide each (P 2). */
export function useConfirmationItems(payment: ConfirmedPayment): Definition[] {
  const option = useOptions();
  return useFields(payment)
    .filter(({ hideWhen }) => !option(hideWhen))
    .map(({ label, value, total }) => ({ id: label, term: <ControlName of={label} />, value, total }));
}

function useFields(confirmation: ConfirmedPayment): ConfirmationField[] {
  const shownNumber = useAccountNumber();
  const methodName = useMethodName();
  const { method } = confirmation;
  return [
    {
      label: 'confirm.confirmationNumber',
      hideWhen: 'paymentConfirmOptions.hideConfirmationNumber',
      value: confirmation.referenceNumber,
    },
    {
      label: 'confirm.loanToPayDown',
      hideWhen: 'paymentConfirmOptions.hideLoanToPayDown',
      value: (
        <>
          {confirmation.description} <NoBreak>{shownNumber(confirmation.accountNumber)}</NoBreak>
        </>
      ),
    },
    {
      label: method.type === 'Card' ? 'confirm.cardUsedToPay' : 'confirm.accountToPayFrom',
      hideWhen: 'paymentConfirmOptions.hidePayFrom',
      value: methodName(method),
    },
    {
      label: 'confirm.frequency',
      hideWhen: 'paymentConfirmOptions.hideFrequency',
      value: <FrequencyName frequency={confirmation.frequency} daysBeforeDue={confirmation.daysBeforeDue} />,
    },
    {
      label: 'confirm.paymentDate',
      hideWhen: 'paymentConfirmOptions.hidePaymentDate',
      value: <DayText day={confirmation.payOn} />,
    },
    ...daysPrior(confirmation),
    ...amounts(confirmation),
  ];
}

function daysPrior({ daysBeforeDue }: ConfirmedPayment): ConfirmationField[] {
  // The frequency's name already says "on the due date".
  if (daysBeforeDue === null || daysBeforeDue === 0) return [];
  return [{ label: 'confirm.daysPrior', hideWhen: 'paymentConfirmOptions.hideDaysPrior', value: daysBeforeDue }];
}

const partSwitches = {
  amount: 'paymentConfirmOptions.hideAmount',
  additionalPrincipal: 'paymentConfirmOptions.hideAdditionalPrincipal',
  principalOnly: 'paymentConfirmOptions.hideAdditionalPrincipal',
  fee: 'paymentConfirmOptions.hideFee',
} as const satisfies Record<PaymentPart, SwitchKey>;

function partField(part: PaymentPart, cents: Cents): ConfirmationField {
  return { label: partTexts[part], hideWhen: partSwitches[part], value: <Money cents={cents} /> };
}

/** Shows only the fee if the amount is determined on the payment day; the total has a matching label (C-114). */
function amounts(payment: ConfirmedPayment): ConfirmationField[] {
  const { feeCents, underAgreement } = payment;
  const { parts, totalCents } = confirmedBreakdownOf(payment);
  const total = { value: <Money cents={totalCents} />, total: true } as const;
  if (payment.paysTotalDue) return [partField('fee', feeCents)];
  return [
    ...parts.map(({ part, cents }) => partField(part, cents)),
    underAgreement
      ? { label: 'confirm.totalToDraft', hideWhen: 'paymentConfirmOptions.hideTotalToDraft', ...total }
      : { label: 'confirm.total', hideWhen: 'paymentConfirmOptions.hideTotal', ...total },
  ];
}
