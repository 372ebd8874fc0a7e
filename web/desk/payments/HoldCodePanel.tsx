import { useState } from 'react';
import { isClosed } from '#common/accounts/rules/account.ts';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction, useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { SelectEntry } from '#web/desk/kit/EntryFields.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import { Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { LoanName } from './LoanPage.tsx';

type Answer = DeskAnswer<'GET /api/desk/hold-code'>;

/** The hold code of a loan, such as of a bankruptcy: it blocks payments, and can stop late charges and alerts. */
export function HoldCodePanel({ loan }: { readonly loan: LoanName }) {
  const { permissions } = useSession();
  const query = useDeskQuery('GET /api/desk/hold-code', { query: { ...loan } });
  const [changing, setChanging] = useState<Answer>();
  return (
    <Loaded query={query}>
      {(answer) => (
        <Panel
          title="Hold code"
          aside={
            permissions.includes('correctPayments') &&
            !isClosed({ comment: answer.holdCode }) &&
            !answer.asked && <Button onClick={() => setChanging(answer)}>Change hold code</Button>
          }
        >
          {answer.holdCode === '' ? <Empty>The loan has no hold code.</Empty> : <p>{shown(answer.holdCode, answer)}</p>}
          {answer.asked && <p>A change waits for a second person.</p>}
          {changing && <HoldCodeDialog loan={loan} answer={changing} onClose={() => setChanging(undefined)} />}
        </Panel>
      )}
    </Loaded>
  );
}

function shown(code: string, { settable }: Answer): string {
  const words = settable.find((each) => each.code === code.trim().toUpperCase())?.words;
  return words === undefined ? code : `${words} (${code})`;
}

interface HoldCodeDialogProps {
  readonly loan: LoanName;
  readonly answer: Answer;
  readonly onClose: () => void;
}

function HoldCodeDialog({ loan, answer, onClose }: HoldCodeDialogProps) {
  const { holdCode: before, settable } = answer;
  const change = useDeskAction('POST /api/desk/hold-code/change');
  const { form, control, entries } = useEntries({ wanted: before }, ({ wanted }) => ({
    wanted: wanted === before ? 'Choose another hold code.' : undefined,
  }));
  const known = settable.some(({ code }) => code === before) || before === '';
  return (
    <ActionDialog
      title="Change hold code"
      what="The portal follows the new code at once. Planned payments that it stops are paused, and those of the days until it is lifted are never made. The customer is told by email once now, and once when it is lifted. A bank draft that was made before stays: cancel it under Payments if it must not go."
      approval={before === '' ? undefined : 'A supervisor must approve. You can withdraw it until then.'}
      confirmLabel={before === '' ? 'Change' : 'Ask to change'}
      form={form}
      onClose={onClose}
      onConfirm={(reason) => change.mutateAsync({ body: { ...loan, wanted: entries.wanted, before, reason } })}
    >
      <SelectEntry
        control={control}
        entry="wanted"
        first
        label="Hold code"
        options={[
          { value: '', label: 'None' },
          ...(known ? [] : [{ value: before, label: before }]),
          ...settable.map(({ code, words }) => ({ value: code, label: `${words} (${code})` })),
        ]}
      />
    </ActionDialog>
  );
}
