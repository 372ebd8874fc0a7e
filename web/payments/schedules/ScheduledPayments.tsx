import { Pencil, Trash2 } from 'lucide-react';
import { formatDay } from '#common/core/dates.ts';
import { ZERO } from '#common/core/money.ts';
import type { ScheduledPayment } from '#common/payments/rules/payment-types.ts';
import { deleteScheduled } from './planned-payment-changes.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import { DayText } from '#web/kit/DayText.tsx';
import { Section } from '#web/kit/Section.tsx';
import { Text } from '#web/kit/Text.tsx';
import { CardExpires } from './CardExpires.tsx';
import { lazily } from '#web/kit/lazily.tsx';
import { MethodMark } from '#web/payments/method/MethodMark.tsx';
import { endingOf, type PlannedPaymentListProps } from './planned-payment-list.ts';
import { ReceiptLink } from '#web/payments/receipt/ReceiptLink.tsx';
import { DrawnAmount } from '#web/payments/summary/DrawnAmount.tsx';
import styles from './planned-payments.module.css';
import { useMayDelete } from './use-may-delete.ts';
import { usePlannedChange } from './use-planned-change.ts';

const DeleteDialog = lazily(async () => (await import('./DeleteDialog.tsx')).DeleteDialog);

const EditScheduledDialog = lazily(async () => (await import('./EditScheduledDialog.tsx')).EditScheduledDialog);

interface ScheduledPaymentsProps extends PlannedPaymentListProps {
  readonly payments: readonly ScheduledPayment[];
}

type Doing = 'delete' | 'edit';

/** A loan's scheduled payments (P 2, Scheduled payment list). */
export function ScheduledPayments({ payments, ...list }: ScheduledPaymentsProps) {
  const { doing, failed, begin, close } = usePlannedChange<Doing, ScheduledPayment>(list);
  const caption = useLabel('scheduledList.heading');
  const columns = useColumns(begin);
  return (
    <Section heading="scheduledList.heading">
      {failed && (
        <Alert tone="bad">
          <Text of="paymentError.Deleting" />
        </Alert>
      )}
      {payments.some(({ paused }) => paused) && (
        <div className={styles.panel}>
          <Alert tone="warn">
            <Text of="plannedPayments.scheduledPaused" />
          </Alert>
        </div>
      )}
      <Table
        caption={caption.label}
        columns={columns}
        rows={payments}
        rowKey={({ handle }) => handle}
        renderCard={cardOf(begin)}
      />
      {doing?.what === 'delete' && (
        <DeleteDialog of="scheduledDelete" remove={() => deleteScheduled(doing.named)} onClose={close} />
      )}
      {doing?.what === 'edit' && <EditScheduledDialog named={doing.named} onClose={close} />}
    </Section>
  );
}

function cardOf(onDo: (what: Doing, payment: ScheduledPayment) => void) {
  return (row: ScheduledPayment) => (
    <div className={styles.card}>
      <span className={styles.method}>
        <MethodMark type={row.type} /> {endingOf(row)}
      </span>
      <Drawn payment={row} />
      <DayOf {...row} />
      <Actions payment={row} onDo={(what) => onDo(what, row)} />
    </div>
  );
}

function useColumns(onDo: (what: Doing, payment: ScheduledPayment) => void): Column<ScheduledPayment>[] {
  const type = useLabel('scheduledList.type');
  const method = useLabel('scheduledList.method');
  const day = useLabel('scheduledList.day');
  const amount = useLabel('scheduledList.amount');
  const actions = useLabel('scheduledList.actions');
  return [
    { id: 'type', header: type.label, headerHidden: type.labelHidden, cell: (row) => <MethodMark type={row.type} /> },
    { id: 'method', header: method.label, headerHidden: method.labelHidden, nowrap: true, cell: endingOf },
    { id: 'day', header: day.label, headerHidden: day.labelHidden, cell: DayOf },
    {
      id: 'amount',
      header: amount.label,
      headerHidden: amount.labelHidden,
      numeric: true,
      cell: (row) => <Drawn payment={row} />,
    },
    {
      id: 'actions',
      header: actions.label,
      headerHidden: true,
      cell: (row) => <Actions payment={row} onDo={(what) => onDo(what, row)} />,
    },
  ];
}

/** Only a payment of today or a recurring one can have additional principal. */
function Drawn({ payment }: { readonly payment: ScheduledPayment }) {
  return <DrawnAmount payment={{ ...payment, additionalPrincipalCents: ZERO }} />;
}

/** Payments set up before expirations were stored may outlive their card. */
function DayOf({ payOn, goodThrough, paused }: Pick<ScheduledPayment, 'payOn' | 'goodThrough' | 'paused'>) {
  const expires = goodThrough !== null && payOn > goodThrough;
  return (
    <>
      <span>
        <DayText day={payOn} />
        {paused && (
          <>
            {' '}
            <Chip tone="plain">
              <Text of="plannedPayments.pausedChip" />
            </Chip>
          </>
        )}
      </span>
      {expires && <CardExpires goodThrough={goodThrough} />}
    </>
  );
}

interface ActionsProps {
  readonly payment: ScheduledPayment;
  readonly onDo: (what: Doing) => void;
}

function Actions({ payment, onDo }: ActionsProps) {
  const day = formatDay(payment.payOn);
  const remove = useLabel('scheduledList.delete', { date: day });
  const edit = useLabel('scheduledList.edit', { date: day });
  const mayEdit = useOption('paymentOptions.allowScheduledEdit') && payment.editable;
  return (
    <span className={styles.actions}>
      <ReceiptLink referenceNumber={payment.referenceNumber} />
      {mayEdit && (
        <IconButton label={edit.label} onClick={() => onDo('edit')} icon={<Pencil size={18} aria-hidden="true" />} />
      )}
      {useMayDelete(payment) ? (
        <IconButton
          label={remove.label}
          onClick={() => onDo('delete')}
          icon={<Trash2 size={18} aria-hidden="true" />}
        />
      ) : (
        <Text of="scheduledList.cannotDelete" />
      )}
    </span>
  );
}
