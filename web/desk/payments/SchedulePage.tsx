import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import { Button } from '#web/ui/Button.tsx';
import { UnlessClosed } from '#web/desk/customers/UnlessClosed.tsx';
import { useDeskAction, useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { DeskPage, LoadedPage, Panel } from '#web/desk/kit/DeskPage.tsx';
import styles from './PaymentPage.module.css';
import { PaymentState } from './PaymentState.tsx';

/** A recurring payment, which staff can end for the customer. */
export function SchedulePage() {
  const params: { readonly customerId?: string; readonly recurringId?: string } = useParams({ strict: false });
  const { customerId = '', recurringId = '' } = params;
  const { permissions } = useSession();
  const query = useDeskQuery('GET /api/desk/schedule', { query: { customerId, recurringId } });
  const stop = useDeskAction('POST /api/desk/payments/stop-schedule');
  const [asked, setAsked] = useState(false);
  const customer = encodeURIComponent(customerId);
  return (
    <UnlessClosed
      title="Recurring payment"
      customerId={customerId}
      path={`/schedules/${customer}/${recurringId}`}
      error={query.error}
    >
      <LoadedPage title="Recurring payment" query={query}>
        {(schedule) => (
          <DeskPage title={`Recurring payment ${schedule.reference}`} aside={<PaymentState state={schedule.state} />}>
            <Panel title={schedule.totalCents === null ? 'The total due' : formatCents(cents(schedule.totalCents))}>
              <dl className={styles.facts}>
                <div>
                  <dt>Customer</dt>
                  <dd>
                    <Link to={`/customers/${customer}`}>{customerId}</Link>
                  </dd>
                </div>
                <div>
                  <dt>Account</dt>
                  <dd>{schedule.accountNumber}</dd>
                </div>
                <div>
                  <dt>Frequency</dt>
                  <dd>{schedule.option}</dd>
                </div>
                <div>
                  <dt>Next on</dt>
                  <dd>{schedule.paused ? 'Paused by the hold code' : formatDayMedium(day(schedule.nextOn))}</dd>
                </div>
                <div>
                  <dt>Method</dt>
                  <dd>
                    {schedule.method === 'Card' ? 'Card' : 'Bank account'} ending in {schedule.lastFour}
                  </dd>
                </div>
                <div>
                  <dt>State since</dt>
                  <dd>
                    <AtTime at={schedule.stateSince} />
                  </dd>
                </div>
              </dl>
              {schedule.state === 'active' && permissions.includes('stopPayments') && (
                <div className={styles.actions}>
                  <Button look="quiet" onClick={() => setAsked(true)}>
                    Stop
                  </Button>
                </div>
              )}
            </Panel>
            {asked && (
              <ActionDialog
                title={`Stop: ${schedule.reference}`}
                what="No further payment is made. Payments already made stay as they are."
                told="The customer is told by email."
                confirmLabel="Stop"
                dangerous
                onClose={() => setAsked(false)}
                onConfirm={(reason) => stop.mutateAsync({ body: { customerId, recurringId, reason } })}
              />
            )}
          </DeskPage>
        )}
      </LoadedPage>
    </UnlessClosed>
  );
}
