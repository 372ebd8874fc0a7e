import { useState } from 'react';
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

type Planned = DeskAnswer<'GET /api/desk/due-date'>;

const dueDays = Array.from({ length: 31 }, (_, index) => String(index + 1));

/** When a loan is due, and the way to move it to another day of the month. */
export function DueDate() {
  const loan = useLoan();
  const { permissions } = useSession();
  const query = useDeskQuery('GET /api/desk/due-date', { query: { ...loan, dueDay: 1 } });
  const [changing, setChanging] = useState<Planned['now']>();
  return (
    <LoanPage
      loan={loan}
      at="due-date"
      title="Due date"
      query={query}
      more={changing && <DueDateDialog loan={loan} now={changing} onClose={() => setChanging(undefined)} />}
    >
      {({ now }) => (
        <Panel
          title={`Due on day ${now.dueDay} of the month`}
          aside={
            permissions.includes('correctPayments') && <Button onClick={() => setChanging(now)}>Change due date</Button>
          }
        >
          <p>Next payment due: {dayOrNone(now.dueOn)}</p>
          <p>Last payment due: {dayOrNone(now.lastDueOn)}</p>
        </Panel>
      )}
    </LoanPage>
  );
}

interface DueDateDialogProps {
  readonly loan: LoanName;
  readonly now: Planned['now'];
  readonly onClose: () => void;
}

function DueDateDialog({ loan, now, onClose }: DueDateDialogProps) {
  const change = useDeskAction('POST /api/desk/due-date/change');
  const { form, control, entries } = useEntries({ dueDay: String(now.dueDay) }, ({ dueDay }) => ({
    dueDay: Number(dueDay) === now.dueDay ? 'Choose another day.' : undefined,
  }));
  const dueDay = Number(entries.dueDay);
  const isOther = dueDay !== now.dueDay;
  const query = useDeskPreview('GET /api/desk/due-date', { query: { ...loan, dueDay } });
  return (
    <ActionDialog
      title="Change due date"
      what="The next payment moves to the first such day on or after its own, and all later ones with it. An installment that is due stays due."
      told="The customer is told by email, with the old and the new dates."
      confirmLabel="Change"
      form={form}
      refusal={isOther && query.data?.after === null ? codeWords(query.data.why) : undefined}
      obstacle={query.data ? undefined : 'Wait until the new dates are shown.'}
      onClose={onClose}
      onConfirm={(reason) => change.mutateAsync({ body: { ...loan, dueDay, seen: now.dueOn ?? '', reason } })}
    >
      <SelectEntry
        control={control}
        entry="dueDay"
        first
        label="Day of the month"
        options={dueDays.map((value) => ({ value, label: value }))}
      />
      {isOther && <Loaded query={query}>{(planned) => <Effect planned={planned} />}</Loaded>}
    </ActionDialog>
  );
}

function Effect({ planned: { now, after, newInstallments, automatic } }: { readonly planned: Planned }) {
  if (!after) return null;
  return (
    <ul>
      <MovedDates now={now} after={after} newInstallments={newInstallments} />
      {automatic && (
        <li>
          Automatic payment: {dayOrNone(automatic.before)} moves to {dayOrNone(automatic.after)}
        </li>
      )}
    </ul>
  );
}
