import { useState } from 'react';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction, useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { Panel } from '#web/desk/kit/DeskPage.tsx';
import { codeWords } from '#web/desk/kit/problem-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { type LoanName, LoanPage, useLoan } from './LoanPage.tsx';

type Planned = DeskAnswer<'GET /api/desk/charge-off'>;

/** What a loan owes, and the way to ask for its charge-off or for the reversal of one. */
export function ChargeOff() {
  const loan = useLoan();
  const { permissions } = useSession();
  const query = useDeskQuery('GET /api/desk/charge-off', { query: { ...loan } });
  const [requesting, setRequesting] = useState<Planned>();
  const may = permissions.includes('correctPayments');
  const close = () => setRequesting(undefined);
  return (
    <LoanPage
      loan={loan}
      at="charge-off"
      title="Charge-off"
      query={query}
      more={
        <>
          {requesting && !requesting.chargedOff && <ChargeOffDialog loan={loan} planned={requesting} onClose={close} />}
          {requesting?.chargedOff && <ReverseDialog loan={loan} onClose={close} />}
        </>
      }
    >
      {(planned) => (
        <Panel
          title={titleOf(planned)}
          aside={may && <Action planned={planned} onRequest={() => setRequesting(planned)} />}
        >
          <Facts planned={planned} />
        </Panel>
      )}
    </LoanPage>
  );
}

function titleOf({ chargedOff, owedCents }: Planned): string {
  return chargedOff
    ? `Charged off on ${formatDayMedium(day(chargedOff.on))}`
    : `Owed today: ${formatCents(cents(owedCents))}`;
}

function Action({ planned, onRequest }: { readonly planned: Planned; readonly onRequest: () => void }) {
  const { chargedOff, obstacle, reversalObstacle, asked, reversalAsked } = planned;
  if (chargedOff) {
    return (
      reversalObstacle === null &&
      !reversalAsked && (
        <Button look="quiet" onClick={onRequest}>
          Reverse charge-off
        </Button>
      )
    );
  }
  return obstacle === null && !asked && <Button onClick={onRequest}>Charge off</Button>;
}

/** Nothing on this page chooses a day, as the general words would ask for. */
const obstacleWords: Readonly<Record<string, string>> = {
  PostedLater: 'A payment counts from a later day already. Wait until that day.',
  RateChangesLater: 'A change of the rate is agreed. Withdraw it first.',
};

function Facts({ planned }: { readonly planned: Planned }) {
  const { principalCents, interestCents, feesCents, owedCents, obstacle } = planned;
  const { chargedOff, recoveredCents, asked, reversalAsked, reversalObstacle } = planned;
  const parts = `principal ${formatCents(cents(principalCents))}, interest ${formatCents(cents(interestCents))}, charges ${formatCents(cents(feesCents))}`;
  const why = chargedOff ? reversalObstacle : obstacle;
  return (
    <>
      {chargedOff && <p>Charged off: {formatCents(cents(chargedOff.amountCents))}</p>}
      {chargedOff && <p>Recovered since: {formatCents(cents(recoveredCents))}</p>}
      <p>{chargedOff ? `Still owed: ${formatCents(cents(owedCents))}, of it ${parts}` : `Of it ${parts}`}</p>
      {asked && <p>The charge-off waits for a second person.</p>}
      {reversalAsked && <p>The reversal waits for a second person.</p>}
      {why !== null && <p>{obstacleWords[why] ?? codeWords(why)}</p>}
    </>
  );
}

interface ChargeOffDialogProps {
  readonly loan: LoanName;
  readonly planned: Planned;
  readonly onClose: () => void;
}

function ChargeOffDialog({ loan, planned, onClose }: ChargeOffDialogProps) {
  const request = useDeskAction('POST /api/desk/charge-off/ask');
  const { owedCents, lossCents, plannedPayments } = planned;
  const owed = formatCents(cents(owedCents));
  const lost = formatCents(cents(lossCents));
  const effects = [
    `In the ledger, principal and charges of ${lost} become a loss.`,
    `The customer still owes ${owed} and the interest added through the day of approval. After it, no interest or late charges are added, and the customer can't pay online.`,
    ...(plannedPayments > 0 ? [`Planned payments that are canceled: ${plannedPayments}.`] : []),
    'What you receive later is a recovery.',
  ];
  return (
    <ActionDialog
      title="Charge off"
      what={effects.join(' ')}
      approval="A supervisor must approve. You can withdraw it until then."
      told="Once it is approved, the customer is told by email."
      confirmLabel="Ask to charge off"
      dangerous
      onClose={onClose}
      onConfirm={(reason) => request.mutateAsync({ body: { ...loan, seenCents: lossCents, reason } })}
    />
  );
}

function ReverseDialog({ loan, onClose }: { readonly loan: LoanName; readonly onClose: () => void }) {
  const request = useDeskAction('POST /api/desk/charge-off/ask-to-reverse');
  return (
    <ActionDialog
      title="Reverse charge-off"
      what="For a charge-off made in error. The loan owes with interest again from that day on, not for the days in between. Canceled payments stay canceled."
      approval="A supervisor must approve. You can withdraw it until then."
      told="Once it is approved, the customer is told by email."
      confirmLabel="Ask to reverse"
      onClose={onClose}
      onConfirm={(reason) => request.mutateAsync({ body: { ...loan, reason } })}
    />
  );
}
