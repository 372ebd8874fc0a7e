import { RECORD_LENGTH, readRecord, type Values } from './fixed-width.ts';
import { type BaseField, baseFields, countedStatuses, headerFields, trailerFields } from './records.ts';
import { totalsOf } from './metro2-file.ts';

type Account = Values<BaseField>;

const MAX_PROBLEMS = 100;

/** Statuses that say how many days an open account is late. */
const lateStatuses: ReadonlySet<string> = new Set(['71', '78', '80', '82', '83', '84']);
/** Charged off, and paid in full after it. */
const chargedOffStatuses: ReadonlySet<string> = new Set(['97', '64']);
/** Statuses that need a Payment Rating. */
const ratedStatuses: ReadonlySet<string> = new Set(['05', '13', '65', '88', '89', '94', '95']);

/** Returns what contradicts itself in a Metro 2 file; nothing if it is sound. Names records by their place, no person. */
export function checkCreditFile(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const wrong = lines.flatMap((line, index) =>
    line.length === RECORD_LENGTH ? [] : [`record ${index + 1} has ${line.length} characters, not ${RECORD_LENGTH}`],
  );
  if (lines.length < 2) return ['the file has no header and trailer'];
  if (wrong.length > 0) return wrong.slice(0, MAX_PROBLEMS);
  const header = readRecord(headerFields, lines[0] ?? '');
  const trailer = readRecord(trailerFields, lines.at(-1) ?? '');
  const accounts = lines.slice(1, -1).map((line) => readRecord(baseFields, line));
  const problems = [
    ...(header.recordIdentifier === 'HEADER' ? [] : ['the first record is not a header']),
    ...(trailer.recordIdentifier === 'TRAILER' ? [] : ['the last record is not a trailer']),
    ...descriptorProblems([header, ...accounts, trailer]),
    ...trailerProblems(trailer, accounts),
    ...accounts.flatMap((account, index) =>
      accountProblems(account, header.activityDate).map((problem) => `account ${index + 1} ${problem}`),
    ),
    ...duplicateProblems(accounts),
  ];
  return problems.slice(0, MAX_PROBLEMS);
}

function descriptorProblems(records: readonly { readonly recordDescriptor: string }[]): string[] {
  return records.flatMap(({ recordDescriptor }, index) =>
    recordDescriptor === '0426' ? [] : [`record ${index + 1} states another length`],
  );
}

function trailerProblems(trailer: Readonly<Record<string, string>>, accounts: readonly Account[]): string[] {
  return Object.entries(totalsOf(accounts)).flatMap(([field, expected]) => {
    const stated = Number(trailer[field]);
    return stated === Number(expected) ? [] : [`the trailer states ${stated} for ${field}, not ${Number(expected)}`];
  });
}

function duplicateProblems(accounts: readonly Account[]): string[] {
  const seen = new Set<string>();
  return accounts.flatMap(({ accountNumber }, index) => {
    if (!seen.has(accountNumber)) {
      seen.add(accountNumber);
      return [];
    }
    return [`account ${index + 1} is in the file twice`];
  });
}

function accountProblems(account: Account, activityDate: string): string[] {
  const { accountStatus: status, paymentRating: rating, paymentHistory } = account;
  const [pastDue, balance] = [Number(account.amountPastDue), Number(account.currentBalance)];
  const [opened, closed, delinquent] = [account.dateOpened, account.dateClosed, account.dateOfFirstDelinquency];
  const isChargedOff = chargedOffStatuses.has(status);
  const isPaid = status === '13' || status === '64';
  const isLate = isChargedOff || lateStatuses.has(status) || (ratedStatuses.has(status) && /[1-6]/.test(rating));
  const found: (string | false)[] = [
    !(countedStatuses as readonly string[]).includes(status) && `has the unknown status ${status}`,
    account.accountNumber.trim() === '' && 'has no number',
    !/^[0-6BDEGHJKL]{24}$/.test(paymentHistory) && 'has a payment history of other characters',
    /B[^B]/.test(paymentHistory) && 'has a gap in its payment history',
    ratedStatuses.has(status) !== (rating !== ' ') && 'has a payment rating where there is none, or none where one is',
    status === '11' && pastDue > 0 && 'is current and has an amount past due',
    lateStatuses.has(status) && pastDue === 0 && 'is late and has no amount past due',
    isLate !== isDay(delinquent) && 'has a date of first delinquency that its status does not call for, or lacks one',
    pastDue > balance && 'has more past due than it owes',
    isPaid && (balance > 0 || pastDue > 0) && 'is paid and owes something',
    isChargedOff !== Number(account.originalChargeOff) > 0 &&
      'has an amount charged off that its status does not call for, or lacks one',
    isPaid !== isDay(closed) && 'has a closing date that its status does not call for, or lacks one',
    !isDay(opened) && 'has no opening date',
    account.dateOfInformation !== activityDate && 'is of another day than the file',
    isDay(delinquent) && order(delinquent) <= order(opened) && 'was late before it was opened',
    isDay(delinquent) && order(delinquent) > order(activityDate) && 'is late from a day after the file',
    isDay(closed) && order(closed) > order(activityDate) && 'is closed after the day of the file',
    account.surname.trim() === '' && 'has no surname',
    !isDay(account.birthDate) && !/[1-9]/.test(account.ssn) && 'has neither a Social Security number nor a birth date',
    (account.address1.trim() === '' || account.city.trim() === '' || !/^[A-Z]{2}$/.test(account.state)) &&
      'has no complete address',
  ];
  return found.filter((problem) => problem !== false);
}

function isDay(value: string): boolean {
  return /[1-9]/.test(value);
}

/** Turns MMDDYYYY into a text that sorts by day. */
function order(value: string): string {
  return `${value.slice(4)}${value.slice(0, 4)}`;
}
