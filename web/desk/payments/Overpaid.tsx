import { useState } from 'react';
import { cents, formatCents } from '#common/core/money.ts';
import { useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { PayOutDialog } from './PayOutDialog.tsx';
import { Payouts } from './Payouts.tsx';
import type { LoanName } from './LoanPage.tsx';

/** Below zero, more went back than came. */
export function overpaidWords(overpaidCents: number): string {
  return overpaidCents < 0 ? `${formatCents(cents(-overpaidCents))} owed back` : formatCents(cents(overpaidCents));
}

interface OverpaidProps {
  readonly loan: LoanName;
  readonly may: boolean;
}

/** What was paid beyond the debt, what went back, and the way to pay it out. */
export function Overpaid({ loan, may }: OverpaidProps) {
  const query = useDeskQuery('GET /api/desk/overpayments/loan', { query: loan });
  const [payingOut, setPayingOut] = useState<number>();
  return (
    <Loaded query={query}>
      {({ overpaidCents, asked, bankAccounts, payouts }) => (
        <>
          <Panel
            title={`Overpaid: ${overpaidCents === null ? 'the core pays it out' : overpaidWords(overpaidCents)}`}
            aside={
              may &&
              overpaidCents !== null &&
              overpaidCents > 0 &&
              !asked && (
                <Button look="quiet" onClick={() => setPayingOut(overpaidCents)}>
                  Pay out
                </Button>
              )
            }
          >
            {asked && <p>A payout waits for a second person.</p>}
            <Payouts
              loan={loan}
              payouts={payouts}
              caption="Payouts"
              empty="Nothing was paid out."
              afterStop="Its amount then waits to be paid out again."
              may={may}
            />
          </Panel>
          {payingOut !== undefined && (
            <PayOutDialog
              loan={loan}
              purpose="overpayment"
              mostCents={payingOut}
              amountCents={payingOut}
              bankAccounts={bankAccounts}
              onClose={() => setPayingOut(undefined)}
            />
          )}
        </>
      )}
    </Loaded>
  );
}
