import { outlivesCard } from '#common/payments/rules/card-life.ts';
import type { RecurringPayment } from '#common/payments/rules/payment-types.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { deleteRecurring } from '#web/payments/schedules/planned-payment-changes.ts';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { type Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Money } from '#web/kit/Money.tsx';
import { Section } from '#web/kit/Section.tsx';
import { Text } from '#web/kit/Text.tsx';
import { CardExpires } from './CardExpires.tsx';
import { lazily } from '#web/kit/lazily.tsx';
import { MethodMark } from '#web/payments/method/MethodMark.tsx';
import { RecurringActions, type RecurringDoing } from './RecurringActions.tsx';
import { endingOf, type PlannedPaymentListProps } from './planned-payment-list.ts';
import { DrawnAmount } from '#web/payments/summary/DrawnAmount.tsx';
import styles from './planned-payments.module.css';
import { usePlannedChange } from './use-planned-change.ts';
import { useScheduleText } from './use-schedule-text.ts';

const DeleteDialog = lazily(async () => (await import('./DeleteDialog.tsx')).DeleteDialog);

const SkipDialog = lazily(async () => (await import('./SkipDialog.tsx')).SkipDialog);
const EditRecurringDialog = lazily(async () => (await import('./EditRecurringDialog.tsx')).EditRecurringDialog);

interface RecurringPanelProps extends PlannedPaymentListProps {
  readonly payment: RecurringPayment;
  readonly variant: 'list' | 'table';
}

const failures = {
  delete: 'recurringPanel.deleteFailed',
  skip: 'recurringPanel.skipFailed',
} as const;

/** A loan's recurring payment (P 2, Recurring payment info panel). */
export function RecurringPanel({ payment, variant, ...list }: RecurringPanelProps) {
  const { doing, failed, begin, close } = usePlannedChange<RecurringDoing, RecurringPayment>(list);
  const expiring = outlivesCard(payment) ? payment.goodThrough : null;
  const Shown = variant === 'list' ? RecurringList : RecurringTable;
  return (
    <Section heading="recurringPanel.heading">
      <div className={styles.panel}>
        {failed && failed !== 'edit' && (
          <Alert tone="bad">
            <Text of={failures[failed]} />
          </Alert>
        )}
        {payment.paused && (
          <Alert tone="warn">
            <Text of="plannedPayments.recurringPaused" />
          </Alert>
        )}
        {expiring !== null && <CardExpires goodThrough={expiring} />}
        <Shown payment={payment} onDo={(what) => begin(what, payment)} />
      </div>
      {doing?.what === 'delete' && (
        <DeleteDialog of="recurringDelete" remove={() => deleteRecurring(doing.named)} onClose={close} />
      )}
      {doing?.what === 'skip' && <SkipDialog named={doing.named} onClose={close} />}
      {doing?.what === 'edit' && <EditRecurringDialog named={doing.named} onClose={close} />}
    </Section>
  );
}

interface VariantProps {
  readonly payment: RecurringPayment;
  readonly onDo: (what: RecurringDoing) => void;
}

function RecurringList({ payment, onDo }: VariantProps) {
  const scheduleText = useScheduleText();
  const { type, additionalPrincipalCents } = payment;
  const items: Definition[] = [
    { id: 'schedule', term: <Text of="recurringPanel.schedule" />, value: scheduleText(payment) },
    { id: 'amount', term: <Text of="recurringPanel.amount" />, value: <Amount payment={payment} /> },
    ...(type === 'ACH' && additionalPrincipalCents > 0
      ? [
          {
            id: 'additional',
            term: <Text of="recurringPanel.additionalPrincipal" />,
            value: <Money cents={additionalPrincipalCents} />,
          },
        ]
      : []),
    {
      id: 'method',
      term: <ControlName of={type === 'Card' ? 'recurringPanel.card' : 'recurringPanel.account'} />,
      value: endingOf(payment),
    },
  ];
  return (
    <>
      <DefinitionList layout="grid" items={items} />
      <RecurringActions payment={payment} onDo={onDo} />
    </>
  );
}

function RecurringTable({ payment, onDo }: VariantProps) {
  const caption = useLabel('recurringPanel.heading');
  const columns = useColumns(payment, onDo);
  return (
    <Table
      caption={caption.label}
      columns={columns}
      rows={[payment]}
      rowKey={({ handle }) => handle}
      renderCard={cardOf(onDo)}
    />
  );
}

function cardOf(onDo: VariantProps['onDo']) {
  return (row: RecurringPayment) => <RecurringList payment={row} onDo={onDo} />;
}

function useColumns(payment: RecurringPayment, onDo: VariantProps['onDo']): Column<RecurringPayment>[] {
  const text = useTexts();
  const scheduleText = useScheduleText();
  const header = (key: TextKey) => text(key) ?? '';
  const additional: Column<RecurringPayment> = {
    id: 'additional',
    header: header('recurringPanel.additionalPrincipal'),
    numeric: true,
    cell: (row) => <Money cents={row.additionalPrincipalCents} />,
  };
  return [
    { id: 'schedule', header: header('recurringPanel.schedule'), cell: scheduleText },
    {
      id: 'method',
      header: header(payment.type === 'Card' ? 'recurringPanel.card' : 'recurringPanel.account'),
      nowrap: true,
      cell: (row) => (
        <span className={styles.method}>
          <MethodMark type={row.type} /> {endingOf(row)}
        </span>
      ),
    },
    {
      id: 'amount',
      header: header('recurringPanel.amount'),
      numeric: true,
      cell: (row) => <Amount payment={row} />,
    },
    ...(payment.type === 'ACH' && payment.additionalPrincipalCents > 0 ? [additional] : []),
    {
      id: 'actions',
      header: header('scheduledList.actions'),
      headerHidden: true,
      cell: (row) => <RecurringActions payment={row} onDo={onDo} />,
    },
  ];
}

function Amount({ payment }: { readonly payment: RecurringPayment }) {
  const { paysTotalDue, feeCents } = payment;
  if (!paysTotalDue) return <DrawnAmount payment={payment} />;
  return feeCents > 0 ? (
    <Text of="recurringPanel.totalDueWithFee" with={{ fee: <Money cents={feeCents} /> }} />
  ) : (
    <Text of="recurringPanel.totalDue" />
  );
}
