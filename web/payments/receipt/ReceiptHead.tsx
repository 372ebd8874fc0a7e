import { formatDay, formatInstantShort } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { useInstitutionTimeZone, useOption, useText } from '#web/institution/settings.ts';
import { useAccountNumber } from '#web/kit/use-account-number.ts';
import { CustomerService } from '#web/kit/CustomerService.tsx';
import { Text } from '#web/kit/Text.tsx';
import { type Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import type { MovedPayment, ReceiptFacts } from './receipt.wire.ts';
import styles from '../confirmation/PaymentConfirm.module.css';

interface ReceiptHeadProps {
  readonly receipt: ReceiptFacts;
  readonly items: readonly Definition[];
}

/** The payee, payer and time at the top of a receipt. */
export function ReceiptHead({ receipt, items: paid }: ReceiptHeadProps) {
  const institution = useText('shell.institutionName');
  const phone = useOption('globalOptions.customerServicePhone');
  const timeZone = useInstitutionTimeZone();
  const items = [
    {
      id: 'state',
      term: <Text of="receipt.status" />,
      value:
        receipt.returnReason === null ? (
          <Text of={`receiptState.${receipt.state}`} />
        ) : (
          <Text of="receipt.returnedBecause" with={{ reason: receipt.returnReason }} />
        ),
    },
    { id: 'customer', term: <Text of="receipt.customer" />, value: receipt.customerName },
    {
      id: 'submittedAt',
      term: <Text of="receipt.submittedAt" />,
      value: (
        <time dateTime={receipt.submittedAt}>
          {formatInstantShort(Temporal.Instant.from(receipt.submittedAt), timeZone)}
        </time>
      ),
    },
    ...paid,
    ...(receipt.moved
      ? [{ id: 'moved', term: <Text of="receipt.moved" />, value: <MovedWords moved={receipt.moved} /> }]
      : []),
    ...receipt.refunds.map(({ on, amountCents }, index) => ({
      id: `refunded-${index}`,
      term: <Text of="receipt.refunded" />,
      value: <Text of="receipt.refundedPart" with={{ amount: formatCents(amountCents), date: formatDay(on) }} />,
    })),
  ];
  return (
    <>
      <p className={styles.institution}>{institution}</p>
      {phone !== '' && (
        <p className={styles.phone}>
          <Text of="receipt.call" with={{ servicePhone: <CustomerService /> }} />
        </p>
      )}
      <DefinitionList layout="rows" items={items} />
    </>
  );
}

function MovedWords({ moved: { on, accountNumber } }: { readonly moved: MovedPayment }) {
  const shownNumber = useAccountNumber();
  const date = formatDay(on);
  return accountNumber === null ? (
    <Text of="receipt.movedAway" with={{ date }} />
  ) : (
    <Text of="receipt.movedTo" with={{ date, loan: shownNumber(accountNumber) }} />
  );
}
