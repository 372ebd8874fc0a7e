import { useState } from 'react';
import { countOf } from '#common/core/counts.ts';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction, useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { CheckboxEntry, SelectEntry } from '#web/desk/kit/EntryFields.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import { Loaded } from '#web/desk/kit/DeskPage.tsx';
import { Button } from '#web/ui/Button.tsx';

type Answer = DeskAnswer<'GET /api/desk/customer-hold'>;
type Loan = Answer['loans'][number];

const obstacles: Readonly<Record<NonNullable<Loan['obstacle']>, string>> = {
  HasCode: 'stays as it is',
  CoreDoesThis: "stays: the core's staff changes hold codes",
  FiguresFromFiles: "stays: its figures come from the core's files",
  LoanClosed: 'stays: it is closed',
  NotALoan: 'stays: it is no longer a loan',
};

/** A hold on a person, such as in a bankruptcy: one code on all their loans, set or lifted at once. */
export function CustomerHold({ customerId }: { readonly customerId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        Hold all loans
      </Button>
      {open && <Dialogs customerId={customerId} onClose={() => setOpen(false)} />}
    </>
  );
}

interface DialogsProps {
  readonly customerId: string;
  readonly onClose: () => void;
}

function Dialogs({ customerId, onClose }: DialogsProps) {
  const query = useDeskQuery('GET /api/desk/customer-hold', { query: { customerId } });
  return (
    <Loaded query={query}>
      {(answer) => <HoldDialog customerId={customerId} answer={answer} onClose={onClose} />}
    </Loaded>
  );
}

const LIFT = 'lift ';

function HoldDialog({ customerId, answer, onClose }: DialogsProps & { readonly answer: Answer }) {
  const { settable, loans, logins, asked } = answer;
  const place = useDeskAction('POST /api/desk/customer-hold/place');
  const requestLift = useDeskAction('POST /api/desk/customer-hold/ask-lift');
  const requestLiftWithLogins = useDeskAction('POST /api/desk/customer-hold/ask-lift-with-logins');
  const { form, control, entries } = useEntries({ choice: '', releaseLogins: true }, ({ choice }) => ({
    choice: choiceProblem(choice, asked),
  }));
  const { choice, releaseLogins } = entries;
  const lifts = choice.startsWith(LIFT);
  const code = lifts ? choice.slice(LIFT.length) : choice;
  const isOfDeceased = settable.some((each) => each.code === code && each.isOfDeceased);
  const inPlace = [...new Set(loans.map(({ holdCode }) => codeOf(holdCode)))].filter((each) => each !== '');
  const { permissions } = useSession();
  const restricted = logins.filter((login) => lifts && login.restrictedByCode === code);
  const mayRelease = permissions.includes('restrictLogins');
  const withLogins = mayRelease && releaseLogins && restricted.length > 0;
  const wordsOf = (each: string) => settable.find((known) => known.code === each)?.words ?? each;
  return (
    <ActionDialog
      title="Hold all loans"
      what="A code goes on every loan of the customer that has none. Planned payments that it stops are paused, and the customer is told by email. Other owners of a loan can still sign in."
      approval={lifts ? 'A supervisor must approve. You can withdraw it until then.' : undefined}
      confirmLabel={lifts ? 'Ask to lift' : 'Hold'}
      form={form}
      onClose={onClose}
      onConfirm={(reason) =>
        lifts
          ? (withLogins ? requestLiftWithLogins : requestLift).mutateAsync({ body: { customerId, code, reason } })
          : place.mutateAsync({ body: { customerId, code, reason } })
      }
    >
      <SelectEntry
        control={control}
        entry="choice"
        first
        label="What to do"
        options={[
          { value: '', label: 'Choose' },
          ...settable.map((each) => ({ value: each.code, label: `Hold: ${each.words} (${each.code})` })),
          ...inPlace.map((each) => ({ value: `${LIFT}${each}`, label: `Lift: ${wordsOf(each)} (${each})` })),
        ]}
      />
      {code !== '' && (
        <ul aria-label="What changes">
          {loans.map((loan) => (
            <li key={loan.accountNumber}>
              {loan.description} {loan.accountNumber}: {outcomeOf(loan, code, lifts)}
            </li>
          ))}
          {!lifts &&
            isOfDeceased &&
            logins.map(({ loginName, restricted: already }) => (
              <li key={loginName}>
                Sign-in as {loginName}: {already ? 'is restricted already' : 'is restricted'}
              </li>
            ))}
        </ul>
      )}
      {restricted.length > 0 && !mayRelease && (
        <p>
          Sign-in stays restricted: {restricted.map(({ loginName }) => loginName).join(', ')}. An agent or a supervisor
          can ask to allow it.
        </p>
      )}
      {restricted.length > 0 && mayRelease && (
        <CheckboxEntry
          control={control}
          entry="releaseLogins"
          label={`Allow sign-in again: ${restricted.map(({ loginName }) => loginName).join(', ')}`}
        />
      )}
    </ActionDialog>
  );
}

function choiceProblem(choice: string, asked: readonly string[]): string | undefined {
  if (choice === '') return 'Choose what to do.';
  return asked.some((code) => choice === `${LIFT}${code}`) ? 'This waits for a second person already.' : undefined;
}

function codeOf(holdCode: string): string {
  return holdCode.trim().toUpperCase();
}

function outcomeOf({ holdCode, obstacle, plannedPayments }: Loan, code: string, lifts: boolean): string {
  if (lifts) return codeOf(holdCode) === code ? `${code} is lifted` : 'stays as it is';
  if (obstacle === 'HasCode') return `keeps ${holdCode}`;
  if (obstacle !== null) return obstacles[obstacle];
  if (plannedPayments === 0) return `gets ${code}`;
  return `gets ${code}, with ${countOf(plannedPayments, 'planned payment')}`;
}
