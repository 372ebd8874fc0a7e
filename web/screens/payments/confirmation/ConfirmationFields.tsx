import type { ReactNode } from 'react';
import type { SwitchKey } from '#common/institution/options.ts';
import { processingFee } from '#common/rules/payments/fees.ts';
import type { TextKey } from '#common/texts/all-texts.ts';
import { useOptions, useTexts } from '#web/data/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { DayText } from '#web/kit/DayText.tsx';
import { Money } from '#web/kit/Money.tsx';
import { NoBreak } from '#web/kit/NoBreak.tsx';
import { useAccountNumber } from '#web/kit/use-account-number.ts';
import { DefinitionList } from '#web/ui/DefinitionList.tsx';
import { frequencyTexts } from '#web/kit/payments/frequency-texts.ts';
import { useMethodName } from '#web/kit/payments/use-method-name.ts';
import type { PaymentConfirmation } from './payment-confirmation.ts';

interface ConfirmationField {
  readonly label: TextKey;
  readonly hideWhen: SwitchKey;
  readonly value: ReactNode;
  readonly total?: boolean;
}

/** The fields of the confirmation, each of which an institution may hide (P 2). */
export function ConfirmationFields({ confirmation }: { readonly confirmation: PaymentConfirmation }) {
  const option = useOptions();
  const fields = useFields(confirmation).filter(({ hideWhen }) => !option(hideWhen));
  return (
    <DefinitionList
      layout="rows"
      items={fields.map(({ label, value, total }) => ({
        id: label,
        term: <ControlName of={label} />,
        value,
        total,
      }))}
    />
  );
}

function useFields(confirmation: PaymentConfirmation): ConfirmationField[] {
  const text = useTexts();
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
      value: text(frequencyTexts[confirmation.frequency]),
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

function daysPrior({ daysBeforeDue }: PaymentConfirmation): ConfirmationField[] {
  if (daysBeforeDue === null) return [];
  return [{ label: 'confirm.daysPrior', hideWhen: 'paymentConfirmOptions.hideDaysPrior', value: daysBeforeDue }];
}

/** No amounts where those of the day of the payment count; the sum is called by what it is (C-114). */
function amounts(confirmation: PaymentConfirmation): ConfirmationField[] {
  if (confirmation.paysTotalDue) return [];
  const { amountCents, additionalPrincipalCents, fees, totalCents, draftAgreementToken } = confirmation;
  const total = { value: <Money cents={totalCents} />, total: true } as const;
  return [
    { label: 'confirm.amount', hideWhen: 'paymentConfirmOptions.hideAmount', value: <Money cents={amountCents} /> },
    {
      label: 'confirm.fee',
      hideWhen: 'paymentConfirmOptions.hideFee',
      value: <Money cents={processingFee(fees)} />,
    },
    ...(additionalPrincipalCents > 0
      ? [
          {
            label: 'confirm.additionalPrincipal',
            hideWhen: 'paymentConfirmOptions.hideAdditionalPrincipal',
            value: <Money cents={additionalPrincipalCents} />,
          } as const,
        ]
      : []),
    draftAgreementToken !== null
      ? { label: 'confirm.totalToDraft', hideWhen: 'paymentConfirmOptions.hideTotalToDraft', ...total }
      : { label: 'confirm.total', hideWhen: 'paymentConfirmOptions.hideTotal', ...total },
  ];
}
