import { useState } from 'react';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction, useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { SelectEntry, TextEntry } from '#web/desk/kit/EntryFields.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import { Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';

type Waiting = DeskAnswer<'GET /api/desk/corrections'>['waiting'][number];

const columns: readonly Column<Waiting>[] = [
  { id: 'code', header: 'Code', nowrap: true, cell: ({ code }) => code },
  {
    id: 'reference',
    header: 'Payment',
    nowrap: true,
    cell: ({ kind, reference }) => (kind === 'credit' ? `Bank credit ${reference}` : reference),
  },
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
      {show.data && (
        <Alert tone="info">
          {show.data.corrections.map(({ code, corrected }) => `${code}: ${corrected}`).join('; ')}
        </Alert>
      )}
      {asked === 'show' && (
        <ActionDialog
          title="Show the correction"
          what="You see what the bank wrote. It holds account numbers."
          confirmLabel="Show"
          onClose={close}
          onConfirm={(reason) => show.mutateAsync({ body: { traceNumber, reason } })}
        />
      )}
      {asked === 'apply' && <ApplyDialog traceNumber={traceNumber} onClose={close} />}
      {asked === 'dismiss' && (
        <ActionDialog
          title="Dismiss the correction"
          what="The account stays as it is. The bank may return the next draft or credit."
          confirmLabel="Dismiss"
          onClose={close}
          onConfirm={(reason) => dismiss.mutateAsync({ body: { traceNumber, reason } })}
        />
      )}
    </>
  );
}

const accountTypes = ['Checking', 'Savings'] as const;

/** Empty is what stays the same. */
interface CorrectionEntries {
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly accountType: (typeof accountTypes)[number] | '';
}

function ApplyDialog({ traceNumber, onClose }: { readonly traceNumber: string; readonly onClose: () => void }) {
  const apply = useDeskAction('POST /api/desk/corrections/apply');
  const { form, control, entries } = useEntries<CorrectionEntries>(
    { routingNumber: '', accountNumber: '', accountType: '' },
    ({ routingNumber }) => ({
      routingNumber: /^(\d{9})?$/.test(routingNumber.trim()) ? undefined : 'A routing number has nine digits.',
    }),
  );
  const { accountType } = entries;
  const routingNumber = entries.routingNumber.trim();
  const accountNumber = entries.accountNumber.trim();
  const entered = {
    ...(routingNumber !== '' && { routingNumber }),
    ...(accountNumber !== '' && { accountNumber }),
    ...(accountType !== '' && { accountType }),
  };
  return (
    <ActionDialog
      title="Apply the correction"
      what="The account is changed in saved methods, planned payments, and unsent drafts and bank credits. Leave empty what stays the same."
      told="The customer is told by email."
      confirmLabel="Apply"
      form={form}
      obstacle={Object.keys(entered).length === 0 ? 'Enter at least one new value.' : undefined}
      onClose={onClose}
      onConfirm={(reason) => apply.mutateAsync({ body: { traceNumber, ...entered, reason } })}
    >
      <TextEntry
        control={control}
        entry="routingNumber"
        first
        label="Routing number"
        inputMode="numeric"
        maxLength={9}
        autoComplete="off"
      />
      <TextEntry control={control} entry="accountNumber" label="Account number" maxLength={17} autoComplete="off" />
      <SelectEntry
        control={control}
        entry="accountType"
        label="Account type"
        placeholder="Stays the same"
        options={accountTypes.map((type) => ({ value: type, label: type }))}
      />
    </ActionDialog>
  );
}
