import { paymentTypeBlockText } from '#common/payments/rules/account-block-texts.ts';
import type { PaymentAvailability } from '#common/payments/rules/availability.ts';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import { useTexts } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import type { FeeRange } from '../fee-range.ts';
import { formatCents } from '#common/core/money.ts';
import { type RadioCard, RadioCards, type RadioCardsProps } from '#web/ui/RadioCards.tsx';

interface PaymentTypesProps {
  readonly types: PaymentAvailability['types'];
  readonly value: PaymentType | null;
  readonly missing: boolean;
  readonly feeOf: (type: PaymentType) => FeeRange;
  readonly onChange: (type: PaymentType) => void;
}

/** Card or E-Check with its fee; an unavailable one says why. */
export function PaymentTypes({ types, value, missing, feeOf, onChange }: PaymentTypesProps) {
  const text = useTexts();
  const card = (type: PaymentType): RadioCard<PaymentType> => {
    const available = types[type];
    return {
      value: type,
      label: <ControlName of={type === 'Card' ? 'payMethod.card' : 'payMethod.ach'} />,
      disabled: !available.allowed,
      hint: available.allowed ? (
        <FeeHint fee={feeOf(type)} />
      ) : (
        <Text of={paymentTypeBlockText(type, available.reason)} />
      ),
    };
  };
  return (
    <Field<RadioCardsProps<PaymentType>>
      use={RadioCards}
      label="payMethod.type"
      cards={[card('Card'), card('ACH')]}
      value={value}
      error={missing ? (text('payMethodError.required') ?? '') : undefined}
      onChange={onChange}
    />
  );
}

function FeeHint({ fee: { debitCents, creditCents } }: { readonly fee: FeeRange }) {
  if (debitCents !== creditCents) {
    return (
      <Text of="payMethod.cardFees" with={{ debitFee: formatCents(debitCents), creditFee: formatCents(creditCents) }} />
    );
  }
  return debitCents === 0 ? (
    <Text of="payMethod.noFee" />
  ) : (
    <Text of="payMethod.fee" with={{ fee: formatCents(debitCents) }} />
  );
}
