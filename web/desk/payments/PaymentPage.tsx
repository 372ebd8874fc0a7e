import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import { Button } from '#web/ui/Button.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { whyInWords } from '#web/desk/kit/return-code-words.ts';
import { returnCodeWithWords } from '#common/payments/rules/return-codes.ts';
import { UnlessClosed } from '#web/desk/customers/UnlessClosed.tsx';
import { DeskPage, Empty, LoadedPage, Panel } from '#web/desk/kit/DeskPage.tsx';
import { MovePaymentDialog } from './MovePaymentDialog.tsx';
import styles from './PaymentPage.module.css';
import { type PaymentAction, PaymentActionDialog, paymentActions } from './PaymentActionDialog.tsx';
import { causeOfStep, PaymentState, wordOf } from './PaymentState.tsx';

type Detail = DeskAnswer<'GET /api/desk/payment'>;

/** A payment: what it is, what may be done, and everything that happened to it. */
export function PaymentPage() {
  const { customerId = '', paymentId = '' }: { readonly customerId?: string; readonly paymentId?: string } = useParams({
    strict: false,
  });
  const query = useDeskQuery('GET /api/desk/payment', { query: { customerId, paymentId } });
  const path = `/payments/${encodeURIComponent(customerId)}/${paymentId}`;
  return (
    <UnlessClosed title="Payment" occasion="Checks a payment" customerId={customerId} path={path} error={query.error}>
      <LoadedPage title="Payment" query={query}>
        {(detail) => <PaymentDetail detail={detail} />}
      </LoadedPage>
    </UnlessClosed>
  );
}

function PaymentDetail({ detail }: { readonly detail: Detail }) {
  const { permissions } = useSession();
  const [asked, setAsked] = useState<PaymentAction>();
  const [moving, setMoving] = useState(false);
  const mayMove = detail.offers.includes('move') && permissions.includes('correctPayments');
  const offered = paymentActions.filter(({ id, may }) => detail.offers.includes(id) && permissions.includes(may));
  return (
    <DeskPage title={`Payment ${detail.reference}`} aside={<PaymentState state={detail.state} />}>
      <div className={styles.columns}>
        <Panel title={formatCents(cents(detail.totalCents))}>
          <Facts detail={detail} />
          {detail.moveAsked && <p>A move to another loan waits for a second person.</p>}
          {detail.refundAsked && <p>A refund waits for a second person.</p>}
          {detail.accountBlock?.releaseAsked && <p>The release of the bank account waits for a second person.</p>}
          <div className={styles.actions}>
            {offered.map((action) => (
              <Button key={action.id} look="quiet" onClick={() => setAsked(action)}>
                {action.label}
              </Button>
            ))}
            {mayMove && (
              <Button look="quiet" onClick={() => setMoving(true)}>
                Move to another loan
              </Button>
            )}
          </div>
        </Panel>
        <div>
          <Steps payment={detail} />
          <StaffSteps staff={detail.staff} />
        </div>
      </div>
      {moving && (
        <MovePaymentDialog
          money={{ customerId: detail.customerId, kind: 'payment', id: detail.paymentId }}
          accountNumber={accountNow(detail)}
          name={detail.reference}
          onClose={() => setMoving(false)}
        />
      )}
      {asked && <PaymentActionDialog action={asked} payment={detail} onClose={() => setAsked(undefined)} />}
    </DeskPage>
  );
}

/** Staff may have moved the payment since it was made. */
function accountNow({ accountNumber, moves }: Pick<Detail, 'accountNumber' | 'moves'>): string {
  return moves.at(-1)?.toAccountNumber ?? accountNumber;
}

function Facts({ detail }: { readonly detail: Detail }) {
  const { customerId, draft, recurringId } = detail;
  const customer = encodeURIComponent(customerId);
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    ['Why', whyInWords(detail.why)],
    [
      'Customer',
      <Link key="customer" to={`/customers/${customer}`}>
        {customerId}
      </Link>,
    ],
    ['Account', accountNow(detail)],
    ...detail.moves.map(
      ({ fromAccountNumber, toCustomerId, toAccountNumber, movedBy, movedAt }) =>
        [
          'Moved',
          <span key={movedAt}>
            From {fromAccountNumber} to {toAccountNumber}
            {toCustomerId !== customerId && ` of customer ${toCustomerId}`} by {movedBy}, <AtTime at={movedAt} />
          </span>,
        ] as const,
    ),
    ['Method', `${detail.method === 'Card' ? 'Card' : 'Bank account'} ending in ${detail.lastFour}`],
    ['Pays on', formatDayMedium(day(detail.payOn))],
    ['Amount', formatCents(cents(detail.amountCents)) + (detail.isPayoff ? ', payoff' : '')],
    ['Extra principal', formatCents(cents(detail.additionalPrincipalCents))],
    ['Fees', formatCents(cents(detail.feesCents))],
    ...detail.refunds.map(
      ({ amountCents, refundedBy, refundedAt }) =>
        [
          'Refunded',
          <span key={refundedAt}>
            {formatCents(cents(amountCents))}, approved by {refundedBy}, <AtTime at={refundedAt} />
          </span>,
        ] as const,
    ),
    ['Timing', detail.timing],
    ['Authorization', detail.authorization],
    ...detail.draftAuthorizations.map(
      (each) => ['Authorized by the customer', <Authorized key={each.authorizedAt} authorization={each} />] as const,
    ),
    ['Bank draft', draft && `${wordOf(draft.state)}, file of ${formatDayMedium(day(draft.fileOn))}`],
    ['Trace number', draft?.trace],
    ['Set aside', draft?.heldReason],
    [
      'Bank account',
      detail.accountBlock && (
        <span key="block">
          Blocked by return {returnCodeWithWords(detail.accountBlock.code)}, since{' '}
          <AtTime at={detail.accountBlock.blockedAt} />
        </span>
      ),
    ],
    [
      'Schedule',
      recurringId !== null && (
        <Link key="schedule" to={`/schedules/${customer}/${recurringId}`}>
          Recurring payment
        </Link>
      ),
    ],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value], index) =>
        value === '' || value === null || value === undefined || value === false ? null : (
          <div key={`${index}-${name}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Authorized({ authorization }: { readonly authorization: Detail['draftAuthorizations'][number] }) {
  const { words, totalCents, payOn, lastFour, authorizedAt, ipAddress } = authorization;
  return (
    <>
      {totalCents === null ? 'The amount due' : formatCents(cents(totalCents))} on {formatDayMedium(day(payOn))} from
      the account ending in {lastFour}: “{words}” <AtTime at={authorizedAt} />, from {ipAddress}
    </>
  );
}

function Steps({ payment }: { readonly payment: Detail }) {
  return (
    <Panel title="History">
      <ol className={styles.steps}>
        {payment.steps.map((step) => (
          <li key={`${step.to}-${step.at}`}>
            <AtTime at={step.at} />
            <span>
              <strong>{wordOf(step.to)}</strong>: {causeOfStep(step, payment)}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const eventWords: Readonly<Record<string, string>> = {
  'desk-payment-settled': 'settled the outcome',
  'desk-payment-cancelled': 'canceled it',
  'desk-refund-asked': 'asked for a refund',
  'desk-move-asked': 'asked to move it to another loan',
  'desk-release-account-asked': 'asked to release the bank account',
  'desk-approved': 'approved the request',
  'desk-declined': 'declined the request',
  'desk-withdrawn': 'withdrew the request',
  'desk-refused': 'was refused a change',
};

function StaffSteps({ staff }: Pick<Detail, 'staff'>) {
  return (
    <Panel title="Staff">
      {staff.length === 0 && <Empty>No one has changed this payment.</Empty>}
      <ol className={styles.steps}>
        {staff.map(({ event, staff: who, reason, evidence, at }) => (
          <li key={`${event}-${at}`}>
            <AtTime at={at} />
            <span>
              <strong>
                {who} {eventWords[event] ?? event}
              </strong>
              {reason !== '' && `: ${reason}`}
              {evidence !== '' && ` (${evidence})`}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
