import { sql } from 'kysely';
import { MONTHS_OF_HISTORY, type MonthStanding } from '#common/accounts/rules/credit-status.ts';
import { addDays, type Day, dayAt, day as toDay } from '#common/core/dates.ts';
import { addCents, type Cents, maxCents, subtractCents, ZERO } from '#common/core/money.ts';
import type { ServicingRules } from '#common/institution/institution.ts';
import type { CreditAccount } from '#server/host/ledger-reports.ts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import { chargeOffOf, type LoanRow, loanFromRow } from './account-rows.ts';
import { selectLoansByNumber } from './accounts.queries.ts';
import { selectOwedMore } from './charge-off.queries.ts';
import { ssnIdentity } from './customer-details.ts';
import { amountDue, standingOf } from './installments.ts';
import type { LoanOpening } from './loan-opening.ts';
import { listOpenings } from './loan-openings.queries.ts';
import type { LoanState } from './loan-state.ts';
import { payoffOn } from './payoff.ts';
import { rewindLoan } from './rewind-loan.ts';
import { type PostedMove, selectMovesSince } from './statements.queries.ts';

const LATE_DAYS = 30;
const BEGINNING = Temporal.Instant.fromEpochMilliseconds(0);

interface Setting {
  readonly timeZone: string;
  readonly rules: ServicingRules;
  readonly cipher: FieldCipher;
}

interface OwnerRow {
  readonly customer_id: string;
  readonly company_number: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly ssn_sealed: Uint8Array | null;
  readonly birth_date_sealed: Uint8Array | null;
  readonly phone: string;
  readonly address1: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

export async function listCreditAccounts(
  database: Queryable,
  { through, after, limit }: { readonly through: Day; readonly after: string; readonly limit: number },
  setting: Setting,
): Promise<{ readonly accounts: readonly CreditAccount[]; readonly next: string | null }> {
  const { rows: page } = await sql<{ accountNumber: string }>`
    select account_number as "accountNumber" from accounts join loans using (account_id)
    where account_number > ${after} order by account_number limit ${limit}`.execute(database);
  const loans = await selectLoansByNumber(database, page);
  const rows = [...loans.values()];
  const accountIds = rows.map((row) => row.account_id);
  const moves = await selectMovesSince(
    database,
    accountIds.map((accountId) => ({ accountId, since: BEGINNING })),
  );
  const openings = await listOpenings(database, accountIds);
  const owners = await selectOwners(
    database,
    rows.map((row) => row.customer_id),
  );
  const owedMore = await selectOwedMore(database, accountIds, endOf(through, setting.timeZone));
  const accounts = page.flatMap(({ accountNumber }) => {
    const row = loans.get(accountNumber);
    const owner = row && owners.get(row.customer_id);
    if (!owner || row.opened_on > through) return [];
    const opening = openings.get(row.account_id);
    const figures = figuresOf(loanFromRow(row), moves.get(row.account_id) ?? [], opening, through, setting);
    if (!figures) return [];
    const chargedOff = chargeOffBy(row, figures.standing, through, owedMore.get(row.account_id) ?? ZERO);
    return [{ ...agreedOf(row), ...figures, chargedOff, ...ownerOf(owner, setting.cipher) }];
  });
  const last = page[limit - 1];
  return { accounts, next: last?.accountNumber ?? null };
}

type Figures = Pick<
  CreditAccount,
  | 'standing'
  | 'pastDueCents'
  | 'months'
  | 'delinquentSince'
  | 'paidCents'
  | 'lastPaidOn'
  | 'paidOffOn'
  | 'highestBalanceCents'
  | 'installmentCents'
>;

/** Returns undefined for a loan that was not owed in the month. */
export function figuresOf(
  now: LoanState,
  moves: readonly PostedMove[],
  opening: LoanOpening | undefined,
  through: Day,
  { timeZone, rules }: Pick<Setting, 'timeZone' | 'rules'>,
): Figures | undefined {
  const dayOf = (move: PostedMove) => dayAt(move.postedAt, timeZone);
  const since = toDay(`${through.slice(0, 7)}-01`);
  const laterThan = (on: Day) => moves.filter((move) => dayOf(move) > on);
  const first = moves.at(-1);
  const began = first && dayOf(first);
  if (!began || began > through) return undefined;
  const stateOn = (on: Day) => rewindLoan(now, laterThan(on), on);
  const state = stateOn(through);
  const standing = standingAt(state, through, rules);
  const ends = now.kind === 'loan' || state.chargedOffOn !== null;
  const paidOffOn = ends && standing.balanceCents === 0 ? lastOwedOn(now, moves, through, dayOf) : null;
  if (paidOffOn !== null && paidOffOn < since) return undefined;
  const monthEnds = Array.from({ length: MONTHS_OF_HISTORY }, (_month, index) =>
    addDays(toDay(Temporal.PlainDate.from(since).subtract({ months: index }).toString()), -1),
  );
  const lasting = moves.find(({ changes, isReversed }) => changes === 'chargeOff' && !isReversed);
  const counted = (on: Day) => (lasting && dayOf(lasting) <= on ? stateOn(on) : notChargedOff(stateOn(on)));
  const ofMonth = moves.filter((move) => dayOf(move) >= since && dayOf(move) <= through);
  const paidCents = ofMonth.reduce((sum, move) => subtractCents(sum, paidBy(move)), ZERO);
  return {
    standing,
    pastDueCents: standing.daysLate < LATE_DAYS ? ZERO : amountDue(state, addDays(through, -LATE_DAYS)),
    months: monthEnds.map((on) => (on < began ? null : standingAt(counted(on), on, rules))),
    delinquentSince: delinquencyOf(now, moves, { through, chargedOffOn: state.chargedOffOn, opening, dayOf, rules }),
    paidCents: maxCents(ZERO, paidCents),
    lastPaidOn:
      moves.find((move) => dayOf(move) <= through && !move.isReversed && paidBy(move) < 0)?.effectiveOn ??
      opening?.lastPayment?.paidOn ??
      null,
    paidOffOn,
    highestBalanceCents: highestOf(now.principalCents, moves),
    installmentCents: now.installmentCents,
  };
}

/** A charge-off that was reversed never counted; nor does any for how late the installments are. */
function notChargedOff(state: LoanState): LoanState {
  return { ...state, chargedOffOn: null };
}

function standingAt(state: LoanState, on: Day, rules: ServicingRules): MonthStanding {
  const isChargedOff = state.chargedOffOn !== null;
  return { daysLate: standingOf(state, on, rules).daysLate, balanceCents: payoffOn(state, on), isChargedOff };
}

/** Negative for a payment, positive for one that came back, zero for lending and charges. */
function paidBy({ isReversal, isOpening, ...move }: PostedMove): Cents {
  const total = addCents(move.principalCents, move.interestCents, move.lateChargesCents, move.otherFeesCents);
  if (isOpening) return ZERO;
  return isReversal === total > 0 ? total : ZERO;
}

type DayOf = (move: PostedMove) => Day;

/** Returns the day on which the last of a loan was paid. */
function lastOwedOn(now: LoanState, moves: readonly PostedMove[], through: Day, dayOf: DayOf): Day | null {
  for (const [index, move] of moves.entries()) {
    const on = dayOf(move);
    if (on > through || !beginsTransaction(move, moves[index + 1])) continue;
    if (payoffOn(rewindLoan(now, moves.slice(0, index + 1), on), on) > 0) return on;
  }
  return null;
}

interface Rewound {
  readonly through: Day;
  readonly opening: LoanOpening | undefined;
  readonly dayOf: DayOf;
  readonly rules: ServicingRules;
}

/** Once a loan is charged off, no installment becomes late anymore: what was unpaid then counts. */
function delinquencyOf(
  now: LoanState,
  moves: readonly PostedMove[],
  { chargedOffOn, ...rewound }: Rewound & { readonly chargedOffOn: Day | null },
): Day | 'notKnown' | null {
  const { dayOf, rules, through } = rewound;
  const later = moves.filter((move) => dayOf(move) > through).length;
  const entry = moves.findIndex((move, index) => index >= later && move.changes === 'chargeOff');
  const count = chargedOffOn === null ? later : entry + 1;
  const last = chargedOffOn ?? through;
  const before = notChargedOff(rewindLoan(now, moves.slice(0, count), last));
  const { daysLate } = standingOf(before, last, rules);
  if (daysLate >= LATE_DAYS) return delinquentSince(now, moves, count, { ...rewound, through: last });
  return chargedOffOn !== null && daysLate > 0 ? before.nextDueOn : null;
}

/**
 * Returns the first day of the present delinquency: the first on which an installment was 30 days late, without a day
 * since on which none was. Between two moves, only the days pass.
 * @param later counts the moves that don't count yet
 */
function delinquentSince(
  now: LoanState,
  moves: readonly PostedMove[],
  later: number,
  { through, opening, dayOf, rules }: Rewound,
): Day | 'notKnown' {
  let since = through;
  let end = through;
  for (let index = later; ; index += 1) {
    const state = notChargedOff(rewindLoan(now, moves.slice(0, index), end));
    if (standingOf(state, end, rules).daysLate < LATE_DAYS || state.nextDueOn === null) return since;
    const lateOn = addDays(state.nextDueOn, LATE_DAYS);
    const before = moves[index];
    if (!before || before.isOpening) {
      // Of a converted loan, the books don't know how it stood before.
      return opening && lateOn < opening.beganOn ? 'notKnown' : lateOn;
    }
    const began = dayOf(before);
    if (lateOn > began) return lateOn;
    since = began;
    end = began;
  }
}

function highestOf(principalCents: Cents, moves: readonly PostedMove[]): Cents {
  let [balance, highest] = [principalCents, principalCents];
  for (const [index, move] of moves.entries()) {
    balance = subtractCents(balance, move.principalCents);
    if (beginsTransaction(move, moves[index + 1])) highest = maxCents(highest, balance);
  }
  return highest;
}

/**
 * Returns whether a move is the oldest of what was posted at once. Between the others nothing was ever owed: a payment is
 * taken back there and applied again.
 */
function beginsTransaction(move: PostedMove, before: PostedMove | undefined): boolean {
  return !before?.postedAt.equals(move.postedAt);
}

/** Not known of a month in which a charge-off counted that was reversed since. */
function chargeOffBy(
  row: LoanRow,
  { isChargedOff }: MonthStanding,
  through: Day,
  owedMoreCents: Cents,
): CreditAccount['chargedOff'] {
  if (isChargedOff !== true) return null;
  const chargedOff = chargeOffOf(row);
  if (!chargedOff || chargedOff.on > through) return 'notKnown';
  return { ...chargedOff, amountCents: addCents(chargedOff.amountCents, owedMoreCents) };
}

function endOf(through: Day, timeZone: string): string {
  return Temporal.PlainDate.from(addDays(through, 1)).toZonedDateTime(timeZone).toInstant().toString();
}

function agreedOf(row: LoanRow) {
  const { kind } = loanFromRow(row);
  return {
    customerId: row.customer_id,
    accountNumber: row.account_number,
    loanType: row.loan_type,
    isLine: kind === 'lineOfCredit',
    hasFiguresFromFiles: row.figures_as_of !== null,
    openedOn: row.opened_on,
    originalAmountCents: row.original_amount_cents,
    creditLimitCents: row.credit_limit_cents,
    termPayments: row.term_payments,
    maturityOn: row.maturity_on,
    billingFrequency: row.billing_frequency,
    holdCode: row.hold_code,
    inDispute: row.in_dispute,
  };
}

async function selectOwners(
  database: Queryable,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, OwnerRow>> {
  const { rows } = await sql<OwnerRow>`
    select customer_id, company_number, first_name, last_name, ssn_sealed, birth_date_sealed, phone, address1, city,
      state, zip
    from customers where customer_id = any(${[...customerIds]}::text[])`.execute(database);
  return new Map(rows.map((row) => [row.customer_id, row]));
}

function ownerOf(row: OwnerRow, cipher: FieldCipher): Pick<CreditAccount, 'isCompany' | 'consumer'> {
  const { customer_id: customerId, ssn_sealed: ssn, birth_date_sealed: birthDate } = row;
  const { first_name: firstName, last_name: lastName, phone, address1, city, state, zip } = row;
  return {
    isCompany: row.company_number !== 0,
    consumer: {
      firstName,
      lastName,
      ssn: ssn && cipher.decrypt(ssn, ssnIdentity(customerId)),
      birthDate: birthDate && toDay(cipher.decrypt(birthDate, `customer-birth-date:${customerId}`)),
      phone,
      address1,
      city,
      state,
      zip,
    },
  };
}
