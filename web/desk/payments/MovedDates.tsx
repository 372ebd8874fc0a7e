import { dayOrNone } from './day-or-none.ts';

interface Dates {
  readonly dueOn: string | null;
  readonly lastDueOn: string | null;
}

interface MovedDatesProps {
  readonly now: Dates;
  readonly after: Dates;
}

/** Items of a list: how the next and the last payment move. */
export function MovedDates({ now, after }: MovedDatesProps) {
  return (
    <>
      <li>
        Next payment: {dayOrNone(now.dueOn)} moves to {dayOrNone(after.dueOn)}
      </li>
      {after.lastDueOn !== null && (
        <li>
          Last payment: {dayOrNone(now.lastDueOn)} moves to {dayOrNone(after.lastDueOn)}
        </li>
      )}
    </>
  );
}
