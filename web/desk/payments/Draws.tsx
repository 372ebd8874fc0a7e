import { useState } from 'react';
import { cents, formatCents } from '#common/core/money.ts';
import { useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { Panel } from '#web/desk/kit/DeskPage.tsx';
import { codeWords } from '#web/desk/kit/problem-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { LoanPage, useLoan } from './LoanPage.tsx';
import { PayOutDialog } from './PayOutDialog.tsx';
import { Payouts } from './Payouts.tsx';

/** What can be drawn on a line of credit, what was, and the way to ask for a draw. */
export function Draws() {
  const loan = useLoan();
  const { permissions } = useSession();
  const query = useDeskQuery('GET /api/desk/draws', { query: loan });
  const [drawing, setDrawing] = useState(false);
  const may = permissions.includes('correctPayments');
  return (
    <LoanPage
      loan={loan}
      at="draws"
      title="Draws"
      query={query}
      more={
        drawing &&
        query.data && (
          <PayOutDialog
            loan={loan}
            purpose="draw"
            mostCents={query.data.availableCents}
            bankAccounts={query.data.bankAccounts}
            onClose={() => setDrawing(false)}
          />
        )
      }
    >
      {({ limitCents, principalCents, availableCents, unsentCents, obstacle, asked, draws }) => (
        <Panel
          title={`Available: ${formatCents(cents(availableCents))}`}
          aside={
            may &&
            obstacle === null &&
            availableCents > 0 &&
            !asked && <Button onClick={() => setDrawing(true)}>Draw</Button>
          }
        >
          <p>
            Limit {formatCents(cents(limitCents))}, owed {formatCents(cents(principalCents))} in principal
          </p>
          {unsentCents > 0 && (
            <p>
              {formatCents(cents(unsentCents))} waits for its bank file. The line owes it, with interest, from the day
              it leaves.
            </p>
          )}
          {asked && <p>A draw waits for a second person.</p>}
          {obstacle !== null && <p>{codeWords(obstacle)}</p>}
          <Payouts
            loan={loan}
            payouts={draws}
            caption="Draws"
            empty="No draw was recorded here."
            afterStop="It then counts as never drawn."
            may={may}
          />
        </Panel>
      )}
    </LoanPage>
  );
}
