import { useState } from 'react';
import { type Day, dayInMonth, formatDay, lastDayOfMonth } from '#common/core/dates.ts';
import type { Availability } from '#common/payments/rules/availability-answer.ts';
import { dueMarks } from '#common/payments/rules/payment-days.ts';
import type { PaymentTerms } from '#common/payments/rules/payment-types.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import { DayText } from '#web/kit/DayText.tsx';
import { Calendar, type DayMark, MarkSign } from '#web/ui/Calendar.tsx';
import { FieldError } from '#web/ui/FieldError.tsx';
import { isInvalid, useFieldIds } from '#web/ui/FieldFrame.tsx';
import { visuallyHiddenClass } from '#web/ui/VisuallyHidden.tsx';
import styles from './DayField.module.css';

interface DayFieldProps<Reason extends string> {
  readonly label: TextKey;
  readonly value: Day | null;
  readonly first: Day;
  readonly last: Day;
  readonly terms: PaymentTerms;
  readonly check: (day: Day) => Availability<Reason>;
  readonly textOf: (reason: Reason) => TextKey;
  /** The day is missing or can't be chosen. */
  readonly error?: TextKey | undefined;
  readonly onChange: (day: Day) => void;
}

/** A calendar whose unavailable days say why and name the nearest available one (P 5). */
export function DayField<Reason extends string>(props: DayFieldProps<Reason>) {
  const { label, value, first, last, terms, check, textOf, error, onChange } = props;
  const ids = useFieldIds();
  const text = useTexts();
  const names = useLabel(label);
  const previousMonth = useLabel('payDate.previousMonth');
  const nextMonth = useLabel('payDate.nextMonth');
  const marks = useDueMarks(terms);
  const [refused, setRefused] = useState<Day | null>(null);
  const reason = (day: Day): string | null => {
    const answer = check(day);
    return answer.allowed ? null : (text(textOf(answer.reason)) ?? '');
  };

  function explain(day: Day): string {
    const answer = check(day);
    const nearest = answer.allowed ? undefined : answer.nearest;
    const hint = nearest === undefined ? '' : (text('payDate.nearest', { date: formatDay(nearest) }) ?? '');
    return `${formatDay(day)}: ${joinSentences(reason(day) ?? '', hint)}`;
  }
  const message = refused ? explain(refused) : error && (text(error) ?? '');
  return (
    <div className={styles.field}>
      <span id={ids.labelId} className={names.labelHidden ? visuallyHiddenClass : styles.label}>
        {names.label}
        {value && ` · ${formatDay(value)}`}
      </span>
      <Calendar
        labelledBy={ids.labelId}
        describedBy={message === undefined ? undefined : ids.errorId}
        invalid={isInvalid(message)}
        value={value}
        initial={findFirst(check, first, last)}
        first={first}
        last={last}
        blockOf={reason}
        markOf={(day) => marks.get(day)}
        onPress={(day) => {
          const { allowed } = check(day);
          setRefused(allowed ? null : day);
          if (allowed) onChange(day);
        }}
        words={{ previousMonth: previousMonth.label, nextMonth: nextMonth.label }}
      />
      <Legend marks={marks} first={first} last={last} />
      <div aria-live="polite">
        <FieldError id={ids.errorId} message={message} />
      </div>
    </div>
  );
}

function useDueMarks(terms: PaymentTerms): ReadonlyMap<Day, DayMark> {
  const text = useTexts();
  const looks = {
    due: { look: 'filled', words: text('payDate.markDue') ?? '' },
    grace: { look: 'ring', words: text('payDate.markGrace') ?? '' },
  } as const;
  const shown = [...dueMarks(terms)].filter(([, kind]) => looks[kind].words !== '');
  return new Map(shown.map(([day, kind]) => [day, looks[kind]]));
}

interface LegendProps {
  readonly marks: ReadonlyMap<Day, DayMark>;
  readonly first: Day;
  readonly last: Day;
}

function Legend({ marks, first, last }: LegendProps) {
  const [from, to] = [dayInMonth(first, 0, 1), lastDayOfMonth(last)];
  const seen = [...marks].filter(([day]) => day >= from && day <= to).toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (seen.length === 0) return null;
  return (
    <ul className={styles.legend}>
      {seen.map(([day, { look, words }]) => (
        <li key={day}>
          <MarkSign look={look} />
          <span>
            {words}: <DayText day={day} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Adds a period, which some reasons lack. */
function joinSentences(first: string, second: string): string {
  if (first === '' || second === '') return first + second;
  return `${first}${/[.!?]$/.test(first) ? '' : '.'} ${second}`;
}

/** Returns the first available day; its month shows first. */
function findFirst(check: (day: Day) => Availability<string>, first: Day, last: Day): Day {
  const answer = check(first);
  const nearest = answer.allowed ? first : answer.nearest;
  return nearest !== undefined && nearest <= last ? nearest : first;
}
