import { useState } from 'react';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction, useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { Panel } from '#web/desk/kit/DeskPage.tsx';
import { TextEntry } from '#web/desk/kit/EntryFields.tsx';
import { codeWords } from '#web/desk/kit/problem-words.ts';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { dayOrNone } from './day-or-none.ts';
import { type LoanName, LoanPage, useLoan } from './LoanPage.tsx';

type LienAnswer = DeskAnswer<'GET /api/desk/lien'>;

/** The lien of a loan, and the way to record its release or take the record back. */
export function Lien() {
  const loan = useLoan();
  const { permissions } = useSession();
  const query = useDeskQuery('GET /api/desk/lien', { query: loan });
  const [dialog, setDialog] = useState<'release' | 'withdraw'>();
  const may = permissions.includes('correctPayments');
  const close = () => setDialog(undefined);
  return (
    <LoanPage
      loan={loan}
      at="lien"
      title="Lien"
      query={query}
      more={
        <>
          {dialog === 'release' && <ReleaseDialog loan={loan} onClose={close} />}
          {dialog === 'withdraw' && <WithdrawDialog loan={loan} onClose={close} />}
        </>
      }
    >
      {(lien) => (
        <Panel title={titleOf(lien)} aside={may && <Actions lien={lien} onAct={setDialog} />}>
          <LienFacts lien={lien} />
        </Panel>
      )}
    </LoanPage>
  );
}

function titleOf({ released, obstacle }: LienAnswer): string {
  if (released) return `Released on ${formatDayMedium(day(released.releasedOn))}`;
  return obstacle === null ? 'Paid off, lien to release' : 'Not released';
}

interface ActionsProps {
  readonly lien: LienAnswer;
  readonly onAct: (dialog: 'release' | 'withdraw') => void;
}

function Actions({ lien: { released, obstacle }, onAct }: ActionsProps) {
  if (released) {
    return (
      <Button look="quiet" onClick={() => onAct('withdraw')}>
        Withdraw release
      </Button>
    );
  }
  return obstacle === null && <Button onClick={() => onAct('release')}>Record release</Button>;
}

function LienFacts({ lien: { released, lastPaidOn, owedCents, obstacle, releasableOn } }: { lien: LienAnswer }) {
  return (
    <>
      {released && <p>Document: {released.reference}</p>}
      {released && owedCents > 0 && (
        <Alert tone="bad">
          The loan owes {formatCents(cents(owedCents))} again: a payment came back after the release. Collect it, or put
          the lien back on record and withdraw the release here.
        </Alert>
      )}
      <p>Last payment: {dayOrNone(lastPaidOn)}</p>
      {!released && owedCents > 0 && <p>Owed: {formatCents(cents(owedCents))}</p>}
      {!released && obstacle !== null && <p>{codeWords(obstacle)}</p>}
      {obstacle === 'MayComeBack' && <p>The release can be recorded from {dayOrNone(releasableOn)} on.</p>}
    </>
  );
}

function ReleaseDialog({ loan, onClose }: { readonly loan: LoanName; readonly onClose: () => void }) {
  const release = useDeskAction('POST /api/desk/lien/release');
  const { form, control, entries } = useEntries({ releasedOn: '', reference: '' }, (entered) => ({
    releasedOn: entered.releasedOn === '' ? 'Enter the day it was released.' : undefined,
    reference: entered.reference.trim() === '' ? 'Enter the number of the document.' : undefined,
  }));
  const { releasedOn } = entries;
  const reference = entries.reference.trim();
  return (
    <ActionDialog
      title="Record release"
      what="The title or lien release went out. The customer sees on the loan that the lien was released, and when."
      told="The customer is told by email, with the day and the document."
      confirmLabel="Record"
      form={form}
      onClose={onClose}
      onConfirm={(reason) => release.mutateAsync({ body: { ...loan, releasedOn, reference, reason } })}
    >
      <TextEntry control={control} entry="releasedOn" first label="Released on" required type="date" />
      <TextEntry
        control={control}
        entry="reference"
        label="Document number"
        required
        maxLength={60}
        autoComplete="off"
      />
    </ActionDialog>
  );
}

function WithdrawDialog({ loan, onClose }: { readonly loan: LoanName; readonly onClose: () => void }) {
  const withdraw = useDeskAction('POST /api/desk/lien/withdraw');
  return (
    <ActionDialog
      title="Withdraw release"
      what="The release was recorded in error, or the lien is on record again. It shows in the history that it was withdrawn."
      told="The customer is told by email."
      confirmLabel="Withdraw"
      onClose={onClose}
      onConfirm={(reason) => withdraw.mutateAsync({ body: { ...loan, reason } })}
    />
  );
}
