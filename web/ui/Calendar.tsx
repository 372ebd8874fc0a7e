import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import {
  addDays,
  addMonths,
  type Day,
  dayInMonth,
  dayOfMonth,
  formatDayFull,
  formatMonth,
  lastDayOfMonth,
  weekdayOf,
} from '#common/core/dates.ts';
import styles from './Calendar.module.css';
import { IconButton } from './IconButton.tsx';

/** Marks a day with a symbol below its number and in words. */
export interface DayMark {
  readonly words: string;
  readonly look: 'filled' | 'ring';
}

export interface CalendarProps {
  /** The id of the element that names the group of days. */
  readonly labelledBy: string;
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean;
  readonly value: Day | null;
  readonly initial: Day;
  /** The range of months that can be shown. */
  readonly first: Day;
  readonly last: Day;
  /** Returns why a day can't be chosen, or null. */
  readonly blockOf: (day: Day) => string | null;
  readonly markOf?: ((day: Day) => DayMark | undefined) | undefined;
  /** Also called for days that can't be chosen, to show the reason. */
  readonly onPress: (day: Day) => void;
  readonly words: { readonly previousMonth: string; readonly nextMonth: string };
}

/**
 * A month's days to choose from. Arrow keys move by days and weeks, Home and End within the week, Page Up and Page Down
 * by months; days that can't be chosen are focusable too and show the reason.
 */
export function Calendar(props: CalendarProps) {
  const { value, initial, first, last, words } = props;
  const [focused, setFocused] = useState<Day>(value ?? initial);
  const month = dayInMonth(focused, 0, 1);
  const [from, to] = [dayInMonth(first, 0, 1), lastDayOfMonth(last)];
  const show = (day: Day) => setFocused(day < from ? from : day > to ? to : day);

  return (
    <div className={styles.calendar} data-invalid={props.invalid === true}>
      <div className={styles.head}>
        <IconButton
          label={words.previousMonth}
          disabled={month <= from}
          onClick={() => show(addMonths(month, -1))}
          icon={<ChevronLeft size={20} aria-hidden="true" />}
        />
        <span aria-live="polite">{formatMonth(month)}</span>
        <IconButton
          label={words.nextMonth}
          disabled={lastDayOfMonth(month) >= to}
          onClick={() => show(addMonths(month, 1))}
          icon={<ChevronRight size={20} aria-hidden="true" />}
        />
      </div>
      <MonthTable {...props} month={month} focused={focused} onMove={show} />
    </div>
  );
}

/** The symbol of a mark, for a legend. */
export function MarkSign({ look }: Pick<DayMark, 'look'>) {
  return <span className={styles.sign} data-mark={look} aria-hidden="true" />;
}

interface MonthTableProps extends CalendarProps {
  readonly month: Day;
  /** The day in the tab order. */
  readonly focused: Day;
  readonly onMove: (day: Day) => void;
}

function MonthTable(props: MonthTableProps) {
  const { labelledBy, describedBy, value, blockOf, markOf, onPress, month, focused, onMove } = props;
  const table = useRef<HTMLTableElement>(null);
  const movedByKey = useRef(false);

  useEffect(() => {
    if (!movedByKey.current) return;
    movedByKey.current = false;
    table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });

  function move(event: KeyboardEvent, from: Day) {
    const target = targetOf(event.key, from);
    if (!target) return;
    event.preventDefault();
    movedByKey.current = true;
    onMove(target);
  }
  const isOfMonth = (day: Day) => day.slice(0, 7) === month.slice(0, 7);
  return (
    <table ref={table} className={styles.grid} aria-labelledby={labelledBy} aria-describedby={describedBy}>
      <thead>
        <tr>
          {weekOf(month).map((day) => (
            <th key={day} scope="col" abbr={nameOfWeekday(day, 'long')}>
              {nameOfWeekday(day, 'short')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day}>
                {isOfMonth(day) && (
                  <DayButton
                    day={day}
                    block={blockOf(day)}
                    mark={markOf?.(day)}
                    chosen={day === value}
                    inTabOrder={day === focused}
                    onKeyDown={(event) => move(event, day)}
                    onPress={() => {
                      onMove(day);
                      onPress(day);
                    }}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayButtonProps {
  readonly day: Day;
  readonly block: string | null;
  readonly mark: DayMark | undefined;
  readonly chosen: boolean;
  readonly inTabOrder: boolean;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPress: () => void;
}

function DayButton({ day, block, mark, chosen, inTabOrder, onKeyDown, onPress }: DayButtonProps) {
  const name = mark ? `${formatDayFull(day)}, ${mark.words}` : formatDayFull(day);
  return (
    <button
      type="button"
      className={styles.day}
      tabIndex={inTabOrder ? 0 : -1}
      aria-disabled={block !== null || undefined}
      aria-pressed={chosen}
      aria-label={block === null ? name : `${name}: ${block}`}
      title={block ?? mark?.words}
      data-mark={mark?.look}
      onKeyDown={onKeyDown}
      onClick={onPress}
    >
      {dayOfMonth(day)}
    </button>
  );
}

function targetOf(key: string, from: Day): Day | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(from, -1);
    case 'ArrowRight':
      return addDays(from, 1);
    case 'ArrowUp':
      return addDays(from, -7);
    case 'ArrowDown':
      return addDays(from, 7);
    case 'Home':
      return addDays(from, -daysIntoWeek(from));
    case 'End':
      return addDays(from, 6 - daysIntoWeek(from));
    case 'PageUp':
      return addMonths(from, -1);
    case 'PageDown':
      return addMonths(from, 1);
    default:
      return undefined;
  }
}

/** Weeks start on Sunday, as is usual in the United States. */
function daysIntoWeek(day: Day): number {
  return weekdayOf(day) % 7;
}

function weekOf(day: Day): Day[] {
  const sunday = addDays(day, -daysIntoWeek(day));
  return Array.from({ length: 7 }, (_, index) => addDays(sunday, index));
}

function weeksOf(month: Day): Day[][] {
  const last = lastDayOfMonth(month);
  const weeks: Day[][] = [];
  for (let week = weekOf(month); (week[0] ?? last) <= last; week = weekOf(addDays(week[0] ?? last, 7))) {
    weeks.push(week);
  }
  return weeks;
}

function nameOfWeekday(day: Day, weekday: 'short' | 'long'): string {
  return Temporal.PlainDate.from(day).toLocaleString('en-US', { weekday });
}
