import { cents, formatCents } from '#common/core/money.ts';
import { dayOrNone } from './day-or-none.ts';

interface Dates {
  readonly dueOn: string | null;
  readonly lastDueOn: string | null;
}

interface MovedDatesProps {
  readonly now: Dates;
  readonly after: Dates;
  readonly newInstallments: readonly { readonly firstOn: string; readonly amountCents: number }[];
}

/** Items of a list: how the next and the last payment move, and the first one of a new amount. */
export function MovedDates({ now, after, newInstallments }: MovedDatesProps) {
  return (
    <>
      <li>
        Next payment: {dayOrNone(now.dueOn)} moves to {dayOrNone(after.dueOn)}
      </li>
      {newInstallments.map(({ firstOn, amountCents }) => (
        <li key={firstOn}>
          Payment of {formatCents(cents(amountCents))}: first due {dayOrNone(firstOn)}
        </li>
      ))}
      {after.lastDueOn !== null && (
        <li>
          Last payment: {dayOrNone(now.lastDueOn)} moves to {dayOrNone(after.lastDueOn)}
        </li>
      )}
    </>
  );
}
