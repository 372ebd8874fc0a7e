import type { MethodPayment } from '#common/payments/payments.wire.ts';
import type { SavedMethod } from '#common/payments/rules/payment-types.ts';
import { useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { DayText } from '#web/kit/DayText.tsx';
import { Field } from '#web/kit/Field.tsx';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import { type RadioCard, RadioCards, type RadioCardsProps } from '#web/ui/RadioCards.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { nameOfSaved } from './method-name.ts';
import { useMethodName } from './use-method-name.ts';

export type PaymentsAnswer = { readonly kind: 'keep' | 'stop' } | { readonly kind: 'move'; readonly to: SavedMethod };

interface PaymentsOfMethodProps {
  readonly payments: readonly MethodPayment[];
  readonly others: readonly SavedMethod[];
  readonly answer: PaymentsAnswer;
  readonly onAnswer: (answer: PaymentsAnswer) => void;
}

/** Lists a method's payments and asks whether they continue, stop or move to another one. */
export function PaymentsOfMethod({ payments, others, answer, onAnswer }: PaymentsOfMethodProps) {
  const text = useTexts();
  const methodName = useMethodName();
  const card = (value: PaymentsAnswer['kind'], label: 'payMethod.keep' | 'payMethod.stop' | 'payMethod.move') =>
    ({ value, label: <ControlName of={label} /> }) satisfies RadioCard<PaymentsAnswer['kind']>;
  const [first] = others;

  function choose(kind: PaymentsAnswer['kind']) {
    if (kind !== 'move') onAnswer({ kind });
    else if (first) onAnswer({ kind, to: first });
  }
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
      <Field<RadioCardsProps<PaymentsAnswer['kind']>>
        use={RadioCards}
        label="payMethod.whatOfPayments"
        cards={[
          card('keep', 'payMethod.keep'),
          card('stop', 'payMethod.stop'),
          ...(first ? [card('move', 'payMethod.move')] : []),
        ]}
        value={answer.kind}
        onChange={choose}
      />
      {answer.kind === 'move' && (
        <Field
          use={SelectField}
          label="payMethod.moveTo"
          options={others.map((method) => ({ value: method.profileId, label: methodName(nameOfSaved(method)) }))}
          placeholder={text('payMethod.choose') ?? ''}
          value={answer.to.profileId}
          onChange={(event) => {
            const to = others.find(({ profileId }) => profileId === event.currentTarget.value);
            if (to) onAnswer({ kind: 'move', to });
          }}
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
