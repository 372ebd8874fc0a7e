import type { Control } from 'react-hook-form';
import type { MethodPayment } from '#common/payments/methods.wire.ts';
import type { SavedMethod } from '#common/payments/rules/payment-types.ts';
import { useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { DayText } from '#web/kit/DayText.tsx';
import { FormField } from '#web/kit/FormField.tsx';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import { type RadioCard, RadioCards, type RadioCardsProps } from '#web/ui/RadioCards.tsx';
import { SelectField, type SelectFieldProps } from '#web/ui/SelectField.tsx';
import { nameOfSaved } from './method-name.ts';
import { useMethodName } from './use-method-name.ts';

type WhatOfPayments = 'keep' | 'stop' | 'move';

export interface PaymentsAnswer {
  readonly payments: WhatOfPayments;
  /** The method that the payments move to. */
  readonly replacementId: string;
}

interface PaymentsOfMethodProps {
  readonly payments: readonly MethodPayment[];
  readonly others: readonly SavedMethod[];
  readonly control: Control<PaymentsAnswer>;
  readonly moves: boolean;
}

/** Lists a method's payments and asks whether they continue, stop or move to another one. */
export function PaymentsOfMethod({ payments, others, control, moves }: PaymentsOfMethodProps) {
  const text = useTexts();
  const methodName = useMethodName();
  const card = (value: WhatOfPayments): RadioCard<WhatOfPayments> => ({
    value,
    label: <ControlName of={`payMethod.${value}`} />,
  });
  return (
    <>
      <p>
        <Text of="payMethod.payments" />
      </p>
      <ul>
        {payments.map((payment) => (
          <li key={payment.referenceNumber}>
            <PaymentLine payment={payment} />
          </li>
        ))}
      </ul>
      <FormField<RadioCardsProps<WhatOfPayments>, PaymentsAnswer>
        use={RadioCards}
        label="payMethod.whatOfPayments"
        cards={[card('keep'), card('stop'), ...(others.length > 0 ? [card('move')] : [])]}
        control={control}
        entry="payments"
      />
      {moves && (
        <FormField<SelectFieldProps, PaymentsAnswer>
          use={SelectField}
          label="payMethod.moveTo"
          options={others.map((method) => ({ value: method.profileId, label: methodName(nameOfSaved(method)) }))}
          placeholder={text('payMethod.choose') ?? ''}
          control={control}
          entry="replacementId"
        />
      )}
    </>
  );
}

function PaymentLine({ payment }: { readonly payment: MethodPayment }) {
  const { accountNumber, payOn, recurring, paysTotalDue, paused, totalCents, feeCents, feeAfterCents } = payment;
  const on = <DayText key="day" day={payOn} />;
  const feeChanges = feeAfterCents !== null && feeAfterCents !== feeCents;
  return (
    <>
      {paused ? (
        <PausedLine payment={payment} />
      ) : paysTotalDue ? (
        <Text of="payMethod.paysTotalDue" with={{ account: accountNumber, date: on }} />
      ) : (
        <Text
          of={recurring ? 'payMethod.recurringPayment' : 'payMethod.scheduledPayment'}
          with={{ amount: <Money cents={totalCents} />, account: accountNumber, date: on }}
        />
      )}
      {feeChanges && (
        <>
          {' '}
          <Text
            of="payMethod.feeChanges"
            with={{
              fee: <Money cents={feeAfterCents} />,
              formerFee: <Money cents={feeCents} />,
            }}
          />
        </>
      )}
    </>
  );
}

/** Without a day: it isn't made on the one it was set up for. */
function PausedLine({ payment }: { readonly payment: MethodPayment }) {
  const { accountNumber: account, recurring, paysTotalDue, totalCents } = payment;
  if (paysTotalDue) return <Text of="payMethod.paysTotalDuePaused" with={{ account }} />;
  return (
    <Text
      of={recurring ? 'payMethod.recurringPaymentPaused' : 'payMethod.scheduledPaymentPaused'}
      with={{ amount: <Money cents={totalCents} />, account }}
    />
  );
}
