import { useState } from 'react';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import { formatRate, rateFromPercent, ratePpm } from '#common/core/rates.ts';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction, useDeskPreview, useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { CheckboxEntry, TextEntry } from '#web/desk/kit/EntryFields.tsx';
import { codeWords } from '#web/desk/kit/problem-words.ts';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import { Button } from '#web/ui/Button.tsx';
import { type LoanName, LoanPage, useLoan } from './LoanPage.tsx';

type Planned = DeskAnswer<'GET /api/desk/rate'>;

/** Any rate and day will do to read the terms of today. */
const asked = { rate: 0, from: '2000-01-01', newPayment: 'no' } as const;

/** The interest rate of a loan, and the way to ask for another one. */
export function Rate() {
  const loan = useLoan();
  const { permissions } = useSession();
  const query = useDeskQuery('GET /api/desk/rate', { query: { ...loan, ...asked } });
  const [changing, setChanging] = useState(false);
  const [withdrawing, setWithdrawing] = useState<Planned['now']['next']>();
  return (
    <LoanPage
      loan={loan}
      at="rate"
      title="Interest rate"
      query={query}
      more={
        <>
          {changing && <RateDialog loan={loan} onClose={() => setChanging(false)} />}
          {withdrawing && <WithdrawDialog loan={loan} agreed={withdrawing} onClose={() => setWithdrawing(undefined)} />}
        </>
      }
    >
      {({ now, asked: waits, withdrawalAsked }) => (
        <Panel
          title={`Rate today: ${formatRate(ratePpm(now.rate))}`}
          aside={
            permissions.includes('correctPayments') &&
            !waits && <Button onClick={() => setChanging(true)}>Change rate</Button>
          }
        >
          <p>Payment: {formatCents(cents(now.installmentCents))}</p>
          {now.next && (
            <p>
              From {formatDayMedium(day(now.next.from))} on: {formatRate(ratePpm(now.next.rate))}
            </p>
          )}
          {waits && <p>A change waits for a second person.</p>}
          {withdrawalAsked && <p>Withdrawing the change waits for a second person.</p>}
          {permissions.includes('correctPayments') && now.next?.obstacle === null && !withdrawalAsked && (
            <Button look="quiet" onClick={() => setWithdrawing(now.next)}>
              Withdraw change
            </Button>
          )}
        </Panel>
      )}
    </LoanPage>
  );
}

function rateOf(percent: string): number | undefined {
  return percent.trim() === '' ? undefined : rateFromPercent(Number(percent));
}

function RateDialog({ loan, onClose }: { readonly loan: LoanName; readonly onClose: () => void }) {
  const request = useDeskAction('POST /api/desk/rate/ask');
  const { form, control, entries } = useEntries({ percent: '', from: '', newPayment: true }, (entered) => ({
    percent: rateOf(entered.percent) === undefined ? 'Enter a rate in percent, such as 6.49.' : undefined,
    from: entered.from === '' ? 'Choose the first day of the new rate.' : undefined,
  }));
  const { from, newPayment } = entries;
  const rate = rateOf(entries.percent);
  const wanted = rate !== undefined && from !== '' ? { rate, from } : undefined;
  const query = useDeskPreview('GET /api/desk/rate', {
    query: { ...loan, ...(wanted ?? asked), newPayment: newPayment ? 'yes' : 'no' },
  });
  return (
    <ActionDialog
      title="Change rate"
      what="The new rate applies from the day you choose, today or later. Interest for earlier days stays as it is."
      approval="A supervisor must approve. You can withdraw it until then."
      told="Once it is approved, the customer is told by email: the old and the new rate and payment."
      confirmLabel="Ask to change"
      form={form}
      refusal={wanted && query.data?.after === null ? codeWords(query.data.why) : undefined}
      obstacle={wanted && !query.data ? 'Wait until the new payment is shown.' : undefined}
      onClose={onClose}
      onConfirm={(reason) => {
        const seenCents = query.data?.after?.installmentCents ?? 0;
        return request.mutateAsync({ body: { ...loan, rate: rate ?? 0, from, newPayment, seenCents, reason } });
      }}
    >
      <TextEntry
        control={control}
        entry="percent"
        first
        label="New rate in percent"
        required
        inputMode="decimal"
        autoComplete="off"
      />
      <TextEntry control={control} entry="from" label="First day" required type="date" />
      <CheckboxEntry control={control} entry="newPayment" label="New payment for the remaining term" />
      {wanted && <Loaded query={query}>{(planned) => <Effect planned={planned} rate={wanted.rate} />}</Loaded>}
    </ActionDialog>
  );
}

interface WithdrawDialogProps {
  readonly loan: LoanName;
  readonly agreed: NonNullable<Planned['now']['next']>;
  readonly onClose: () => void;
}

function WithdrawDialog({ loan, agreed: { rate, from }, onClose }: WithdrawDialogProps) {
  const request = useDeskAction('POST /api/desk/rate/ask-withdraw');
  return (
    <ActionDialog
      title="Withdraw change"
      what={`The rate of ${formatRate(ratePpm(rate))} from ${formatDayMedium(day(from))} on never counts. The former rate and payment stay.`}
      approval="A supervisor must approve. You can withdraw your request until then."
      told="Once it is approved, the customer is told by email."
      confirmLabel="Ask to withdraw"
      onClose={onClose}
      onConfirm={(reason) => request.mutateAsync({ body: { ...loan, rate, from, reason } })}
    />
  );
}

function Effect({ planned: { now, after, automaticCents }, rate }: { planned: Planned; rate: number }) {
  if (!after) return null;
  const before = formatCents(cents(now.installmentCents));
  const then = formatCents(cents(after.installmentCents));
  return (
    <ul>
      <li>
        Rate: {formatRate(ratePpm(now.rate))} becomes {formatRate(ratePpm(rate))}
      </li>
      {then === before ? (
        <li>Payment: stays {before}; the last payment changes</li>
      ) : (
        <li>
          Payment: {before} becomes {then}, first due {formatDayMedium(day(after.firstOn))}
        </li>
      )}
      {automaticCents !== null && <li>Automatic payment: stays {formatCents(cents(automaticCents))}, as agreed</li>}
    </ul>
  );
}
