import { useState } from 'react';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction, useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { focusWhenOpened } from '#web/desk/kit/focus-when-opened.ts';

type Waiting = DeskAnswer<'GET /api/desk/corrections'>['waiting'][number];

const columns: readonly Column<Waiting>[] = [
  { id: 'code', header: 'Code', nowrap: true, cell: ({ code }) => code },
  { id: 'reference', header: 'Payment', nowrap: true, cell: ({ reference }) => reference },
  { id: 'trace', header: 'Trace number', nowrap: true, cell: ({ trace }) => trace },
  { id: 'why', header: 'Why it waits', cell: ({ why }) => why },
  {
    id: 'actions',
    header: 'Actions',
    headerHidden: true,
    nowrap: true,
    cell: ({ trace }) => <CorrectionActions traceNumber={trace} />,
  },
];

/** Banks' corrections that can't be applied without a person. */
export function CorrectionsPanel() {
  const query = useDeskQuery('GET /api/desk/corrections', {});
  return (
    <Loaded query={query}>
      {({ waiting }) => (
        <Panel title={`Corrections that need a decision (${waiting.length})`}>
          {waiting.length === 0 ? (
            <Empty>Every correction was applied or decided.</Empty>
          ) : (
            <Table
              caption="Corrections"
              columns={columns}
              rows={waiting}
              rowKey={({ trace, code }) => `${trace}${code}`}
            />
          )}
        </Panel>
      )}
    </Loaded>
  );
}

type Asked = 'show' | 'apply' | 'dismiss';
const labels: Readonly<Record<Asked, string>> = { show: 'Show', apply: 'Apply', dismiss: 'Dismiss' };

function CorrectionActions({ traceNumber }: { readonly traceNumber: string }) {
  const { permissions } = useSession();
  const [asked, setAsked] = useState<Asked>();
  const [shown, setShown] = useState<string>();
  const show = useDeskAction('POST /api/desk/corrections/show');
  const dismiss = useDeskAction('POST /api/desk/corrections/dismiss');
  if (!permissions.includes('handleBankFiles')) return null;
  const close = () => setAsked(undefined);
  return (
    <>
      {(['show', 'apply', 'dismiss'] as const).map((action) => (
        <Button key={action} look="text" onClick={() => setAsked(action)}>
          {labels[action]}
        </Button>
      ))}
      {shown !== undefined && <Alert tone="info">{shown}</Alert>}
      {asked === 'show' && (
        <ActionDialog
          title="Show the correction"
          what="You see what the bank wrote. It holds account numbers."
          confirmLabel="Show"
          onClose={close}
          onConfirm={async (reason) => {
            const { corrections } = await show.mutateAsync({ body: { traceNumber, reason } });
            setShown(corrections.map(({ code, corrected }) => `${code}: ${corrected}`).join('; '));
          }}
        />
      )}
      {asked === 'apply' && <ApplyDialog traceNumber={traceNumber} onClose={close} />}
      {asked === 'dismiss' && (
        <ActionDialog
          title="Dismiss the correction"
          what="The account stays as it is. The bank may return the next draft."
          confirmLabel="Dismiss"
          onClose={close}
          onConfirm={(reason) => dismiss.mutateAsync({ body: { traceNumber, reason } })}
        />
      )}
    </>
  );
}

const accountTypes = ['Checking', 'Savings'] as const;

function ApplyDialog({ traceNumber, onClose }: { readonly traceNumber: string; readonly onClose: () => void }) {
  const apply = useDeskAction('POST /api/desk/corrections/apply');
  const [routingNumber, setRoutingNumber] = useState('');
  const [accountNumber, setAccountNumber] = useState('');
  const [accountType, setAccountType] = useState('');
  const entered = {
    ...(routingNumber !== '' && { routingNumber }),
    ...(accountNumber !== '' && { accountNumber }),
    ...accountTypes.filter((type) => type === accountType).map((type) => ({ accountType: type }))[0],
  };
  const check = () => {
    if (Object.keys(entered).length === 0) return 'Enter at least one new value.';
    return routingNumber !== '' && !/^\d{9}$/.test(routingNumber) ? 'A routing number has nine digits.' : undefined;
  };
  return (
    <ActionDialog
      title="Apply the correction"
      what="The account is changed in saved methods, planned payments, and unsent drafts. Leave empty what stays the same."
      told="The customer is told by email."
      confirmLabel="Apply"
      check={check}
      onClose={onClose}
      onConfirm={(reason) => apply.mutateAsync({ body: { traceNumber, ...entered, reason } })}
    >
      <TextField
        label="Routing number"
        inputMode="numeric"
        maxLength={9}
        autoComplete="off"
        ref={focusWhenOpened}
        value={routingNumber}
        onChange={(event) => setRoutingNumber(event.target.value.trim())}
      />
      <TextField
        label="Account number"
        maxLength={17}
        autoComplete="off"
        value={accountNumber}
        onChange={(event) => setAccountNumber(event.target.value.trim())}
      />
      <SelectField
        label="Account type"
        placeholder="Stays the same"
        options={accountTypes.map((type) => ({ value: type, label: type }))}
        value={accountType}
        onChange={(event) => setAccountType(event.target.value)}
      />
    </ActionDialog>
  );
}
