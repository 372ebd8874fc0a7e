import { formatInstantShort } from '#common/core/dates.ts';
import { useInstitutionTimeZone, useOption, useText } from '#web/institution/settings.ts';
import { CustomerService } from '#web/kit/CustomerService.tsx';
import { Text } from '#web/kit/Text.tsx';
import { type Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import styles from '../confirmation/PaymentConfirm.module.css';
import type { ReceiptFacts } from './receipt.wire.ts';

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
    { id: 'state', term: <Text of="receipt.status" />, value: <Text of={`receiptState.${receipt.state}`} /> },
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
