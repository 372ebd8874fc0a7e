import { useState } from 'react';
import { MAX_DEFERRED_AT_ONCE } from '#common/accounts/rules/deferral.ts';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction, useDeskPreview, useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { SelectEntry } from '#web/desk/kit/EntryFields.tsx';
import { codeWords } from '#web/desk/kit/problem-words.ts';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import { Button } from '#web/ui/Button.tsx';
import { dayOrNone } from './day-or-none.ts';
import { type LoanName, LoanPage, useLoan } from './LoanPage.tsx';
import { MovedDates } from './MovedDates.tsx';

type Planned = DeskAnswer<'GET /api/desk/deferral'>;

const counts = Array.from({ length: MAX_DEFERRED_AT_ONCE }, (_, index) => String(index + 1));

/** How many payments of a loan were deferred, and the way to defer the next ones. */
export function Deferral() {
  const loan = useLoan();
  const { permissions } = useSession();
  const query = useDeskQuery('GET /api/desk/deferral', { query: { ...loan, installments: 1 } });
  const [deferring, setDeferring] = useState<Planned['now']>();
  return (
    <LoanPage
      loan={loan}
      at="deferral"
      title="Deferred payments"
      query={query}
      more={deferring && <DeferralDialog loan={loan} now={deferring} onClose={() => setDeferring(undefined)} />}
    >
      {({ now, deferredInYear, asked }) => (
        <Panel
          title={`Deferred in the last 12 months: ${deferredInYear}`}
          aside={
            permissions.includes('correctPayments') &&
            !asked && <Button onClick={() => setDeferring(now)}>Defer payments</Button>
          }
        >
          <p>Next payment due: {dayOrNone(now.dueOn)}</p>
          <p>Last payment due: {dayOrNone(now.lastDueOn)}</p>
          {asked && <p>A deferral waits for a second person.</p>}
        </Panel>
      )}
    </LoanPage>
  );
}

interface DeferralDialogProps {
  readonly loan: LoanName;
  readonly now: Planned['now'];
  readonly onClose: () => void;
}

function DeferralDialog({ loan, now, onClose }: DeferralDialogProps) {
  const defer = useDeskAction('POST /api/desk/deferral/defer');
  const { form, control, entries } = useEntries({ installments: '1' });
  const installments = Number(entries.installments);
  const query = useDeskPreview('GET /api/desk/deferral', { query: { ...loan, installments } });
  const needsApproval = query.data?.needsApproval === true && query.data.after !== null;
  return (
    <ActionDialog
      title="Defer payments"
      what="All payments move, and the last one with them. Interest goes on, so the customer pays more in total. Late charges that were made stay until you waive them."
      approval={needsApproval ? 'A supervisor must approve. You can withdraw it until then.' : undefined}
      told="The customer is told by email, with the old and the new dates."
      confirmLabel={needsApproval ? 'Ask to defer' : 'Defer'}
      form={form}
      refusal={query.data?.after === null ? codeWords(query.data.why) : undefined}
      obstacle={query.data ? undefined : 'Wait until the new dates are shown.'}
      onClose={onClose}
      onConfirm={(reason) => defer.mutateAsync({ body: { ...loan, installments, seen: now.dueOn ?? '', reason } })}
    >
      <SelectEntry
        control={control}
        entry="installments"
        first
        label="Payments to defer"
        options={counts.map((value) => ({ value, label: value }))}
      />
      <Loaded query={query}>{(planned) => <Effect planned={planned} />}</Loaded>
    </ActionDialog>
  );
}

function Effect({ planned: { now, after, deferred, newInstallments, automatic } }: { readonly planned: Planned }) {
  if (!after) return null;
  return (
    <ul>
      <li>Nothing is due on {listed(deferred)}</li>
      <MovedDates now={now} after={after} newInstallments={newInstallments} />
      {automatic && (
        <li>
          Automatic payment: not drawn on {listed(automatic.skipped)}, drawn next on {dayOrNone(automatic.next)}
        </li>
      )}
    </ul>
  );
}

function listed(days: readonly string[]): string {
  return days.map(dayOrNone).join('; ');
}
