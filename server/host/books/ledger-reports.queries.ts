import { sql } from 'kysely';
import { addDays, type Day, day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { Database, Queryable } from '#server/platform/db/database.ts';
import type { DepositInterest, LedgerDayTotal, LedgerReports, LoanInterest } from '#server/host/ledger-reports.ts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';
import { listCreditAccounts } from './credit-accounts.ts';
import { keepClosing, readTrialBalance } from './ledger-closings.queries.ts';
import { ledger } from './ledger-codes.ts';
import { interestOfYear } from './loan-opening.ts';
import { OPENING_BALANCE } from './opening-balance.ts';

export function createLedgerReports(
  database: Database,
  { timeZone, servicing: rules }: Pick<Institution, 'timeZone' | 'servicing'>,
  cipher: FieldCipher,
): LedgerReports {
  const startOf = (date: Day) => Temporal.PlainDate.from(date).toZonedDateTime(timeZone).toInstant().toString();
  const yearOf = (year: number) => ({
    firstDay: day(`${year}-01-01`),
    since: startOf(day(`${year}-01-01`)),
    until: startOf(day(`${year + 1}-01-01`)),
  });
  return {
    listDayTotals: ({ from, through }) =>
      listDayTotals(database, { since: startOf(from), until: startOf(addDays(through, 1)), timeZone }),
    readTrialBalance: (on) => readTrialBalance(database, { since: startOf(on), until: startOf(addDays(on, 1)) }),
    keepClosing: (through) => keepClosing(database, { through, until: startOf(addDays(through, 1)) }),
    listLoanInterest: (year) => listLoanInterest(database, year, yearOf(year)),
    listDepositInterest: (year) => listDepositInterest(database, yearOf(year)),
    listCreditAccounts: (page) => listCreditAccounts(database, page, { timeZone, rules, cipher }),
  };
}

interface Span {
  readonly since: string;
  readonly until: string;
}

async function listDayTotals(
  database: Queryable,
  { since, until, timeZone }: Span & { readonly timeZone: string },
): Promise<LedgerDayTotal[]> {
  const { rows } = await sql<LedgerDayTotal>`
    select (posted_at at time zone ${timeZone})::date as "postedOn", ledger_code as "ledgerCode", name,
      coalesce(sum(amount_cents) filter (where amount_cents > 0), 0)::bigint as "debitCents",
      coalesce(-sum(amount_cents) filter (where amount_cents < 0), 0)::bigint as "creditCents"
    from transfers join postings using (transfer_id) join ledger_accounts using (ledger_code)
    where posted_at >= ${since} and posted_at < ${until}
    group by 1, 2, 3 order by 1, 2`.execute(database);
  return rows;
}

interface LoanRow extends LoanInterest {
  readonly interestCents: Cents;
  readonly beganOn: Day | null;
  readonly figuresOn: Day | null;
  readonly interestThisYearCents: Cents | null;
  readonly interestLastYearCents: Cents | null;
}

const owner = sql`
  a.customer_id as "customerId", c.company_number <> 0 as "isCompany", a.account_number as "accountNumber",
  case when c.company_name <> '' then c.company_name else trim(c.first_name || ' ' || c.last_name) end as name,
  a.description, a.opened_on as "openedOn"`;

async function listLoanInterest(
  database: Queryable,
  year: number,
  { firstDay, since, until }: Span & { readonly firstDay: Day },
): Promise<LoanInterest[]> {
  const { rows } = await sql<LoanRow>`
    with moves as (
      select account_id, ledger_code, amount_cents, posted_at, effective_on, transfer_id
      from postings join transfers using (transfer_id)
      where ledger_code in (${ledger.interestIncome}, ${ledger.loanPrincipal}) and account_id is not null
        and posted_at < ${until}
    ), figures as (
      select account_id,
        coalesce(-sum(amount_cents) filter (
          where ledger_code = ${ledger.interestIncome} and posted_at >= ${since}), 0)::bigint as interest,
        (sum(amount_cents) filter (
          where ledger_code = ${ledger.loanPrincipal} and posted_at < ${since}))::bigint as principal
      from moves group by account_id
    ), firsts as (
      select distinct on (account_id) account_id, amount_cents, effective_on from moves
      where ledger_code = ${ledger.loanPrincipal} order by account_id, posted_at, transfer_id
    )
    select ${owner}, l.loan_type as "loanType", f.interest as "interestCents",
      case when f.principal is null then first.effective_on else ${firstDay}::date end as "principalOn",
      coalesce(f.principal, first.amount_cents) as "principalCents",
      o.began_on as "beganOn", coalesce(o.figures_on, o.began_on) as "figuresOn", o.interest_this_year_cents as "interestThisYearCents",
      o.interest_last_year_cents as "interestLastYearCents"
    from figures f join firsts first using (account_id) join loans l using (account_id)
      join accounts a using (account_id) join customers c using (customer_id)
      left join loan_openings o using (account_id)
    order by a.account_number`.execute(database);
  return rows.flatMap(({ beganOn, figuresOn, interestThisYearCents, interestLastYearCents, ...loan }) => {
    const opening =
      beganOn === null || figuresOn === null
        ? undefined
        : {
            beganOn,
            figuresOn,
            comesFromFiles: false,
            interestThisYearCents,
            interestLastYearCents,
            feesThisYearCents: null,
            paid: null,
            lastPayment: null,
          };
    const interestCents = interestOfYear(opening, year, loan.interestCents);
    return interestCents === 0 ? [] : [{ ...loan, interestCents }];
  });
}

async function listDepositInterest(database: Queryable, { since, until }: Span): Promise<DepositInterest[]> {
  const { rows } = await sql<DepositInterest>`
    with paid as (
      select account_id, -sum(amount_cents) as interest
      from postings join transfers t using (transfer_id)
      where ledger_code = ${ledger.deposits} and posted_at >= ${since} and posted_at < ${until}
        and exists (select from postings other
          where other.transfer_id = t.transfer_id and other.ledger_code = ${ledger.depositInterest})
      group by account_id
    ), converted as (
      select distinct account_id from postings join transfers using (transfer_id)
      where description = ${OPENING_BALANCE} and ledger_code = ${ledger.deposits}
        and posted_at >= ${since} and posted_at < ${until}
    )
    select ${owner}, case when v.account_id is null then coalesce(p.interest, 0)::bigint end as "interestCents"
    from paid p full join converted v using (account_id)
      join accounts a using (account_id) join customers c using (customer_id)
    where v.account_id is not null or p.interest <> 0
    order by a.account_number`.execute(database);
  return rows;
}
