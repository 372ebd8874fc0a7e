import { parse } from 'achkit';
import { sql } from 'kysely';
import { type Day, day } from '#common/core/dates.ts';
import type { StatementFigures } from '#server/accounts/statements/statement-figures.ts';
import { ledger } from '#server/host/books/ledger-codes.ts';
import { readBankFile } from '#server/payments/end-of-day/make-bank-file.command.ts';
import type { TestApp } from '#tests/builders/test-app.ts';
import type { Replay } from './replay.ts';
import type { ReplayedEntry } from './replayed-bank.ts';
import { keyOf } from './replayed-payment.ts';

type Lines = ReadonlyMap<string, unknown>;

/** Compares everything the product stored with the replay. @returns one line per difference */
export async function findDifferences(test: TestApp, replay: Replay): Promise<string[]> {
  const today = test.clock.today();
  return [
    ...diff('payment', await readPayments(test), replayedPayments(replay)),
    ...diff('recurring payment', await readAutopays(test), replayedAutopays(replay)),
    ...diff('loan', await readLoans(test, today), replayedLoans(replay, today)),
    ...diff('late charge', await readCharges(test), replayedCharges(replay)),
    ...diff('bank file', await readFiles(test), replayedFiles(replay)),
    ...diff('statement', await readStatements(test), replayedStatements(replay)),
    ...diff('general ledger', await readLedger(test), replayedLedger(replay)),
    ...diff('own comparison of', await readDayDifferences(test), replayedDayDifferences(replay)),
  ];
}

function diff(what: string, product: Lines, replayed: Lines): string[] {
  const keys = [...new Set([...product.keys(), ...replayed.keys()])].toSorted();
  return keys.flatMap((key) => {
    const [ours, theirs] = [product, replayed].map((lines) => JSON.stringify(lines.get(key)) ?? 'missing');
    return ours === theirs ? [] : `${what} ${key}: the product has ${ours}, the replay ${theirs}`;
  });
}

function text(value: bigint | number | string): string {
  return String(value);
}

async function readPayments({ services }: TestApp): Promise<Lines> {
  const { rows } = await sql<Record<string, string | number | null>>`
    select coalesce(r.reference_number || '@' || p.occurs_on, p.reference_number) as key, p.state, p.pay_on::text as on,
      p.amount_cents as amount, p.additional_principal_cents as principal,
      (select jsonb_agg(array[l.ledger_code, l.amount_cents] order by l.ledger_code) from postings l
        where l.transfer_id = t.transfer_id) as postings,
      t.effective_on::text as effective
    from payments p left join recurring_payments r using (recurring_id)
      left join lateral (select transfer_id, effective_on from transfers
        where coalesce(moves_payment_id, payment_id) = p.payment_id::text
        order by transfer_id desc limit 1) t on true`.execute(services.database);
  return new Map(
    rows.map(({ key, state, on, amount, principal, postings, effective }) => [
      text(key ?? ''),
      { state, on, amount: text(amount ?? ''), principal: text(principal ?? ''), postings, effective },
    ]),
  );
}

function replayedPayments(replay: Replay): Lines {
  return new Map(
    replay.payments.map((payment) => {
      const { state, payOn: on, amount, principal, applied, left, account } = payment;
      const lines: (readonly [number, bigint])[] = applied
        ? [
            [account === null ? ledger.cardClearing : ledger.achClearing, left.amount + left.principal + left.fee],
            [ledger.loanPrincipal, -applied.principal],
            [ledger.lateCharges, -applied.fees],
            [ledger.chargedOffLoans, applied.recovered?.cents ?? 0n],
            [ledger.overpayments, -applied.overpaid],
            [ledger.interestIncome, -applied.interest],
            [ledger.processingFeeIncome, -left.fee],
            [ledger.recoveries, -(applied.recovered?.cents ?? 0n)],
          ]
        : [];
      const posted = lines.filter(([, cents]) => cents !== 0n).map(([code, cents]) => [code, Number(cents)]);
      const postings = applied ? posted : null;
      return [
        keyOf(payment),
        { state, on, amount: text(amount), principal: text(principal), postings, effective: applied?.on ?? null },
      ];
    }),
  );
}

async function readAutopays({ services }: TestApp): Promise<Lines> {
  const { rows } = await sql<{ key: string; state: string; next: string; run: string }>`
    select reference_number as key, state, next_on::text as next, run_on::text as run from recurring_payments`.execute(
    services.database,
  );
  return new Map(rows.map(({ key, state, next, run }) => [key, state === 'active' ? { state, next, run } : { state }]));
}

function replayedAutopays({ autopays }: Replay): Lines {
  return new Map(
    autopays.map(({ terms, state, nextOn: next, runOn: run }) => [
      terms.reference,
      state === 'active' ? { state, next, run } : { state },
    ]),
  );
}

async function readLoans({ services }: TestApp, today: Day): Promise<Lines> {
  const { rows } = await sql<{ number: string; customer: string; part: number; next: string | null }>`
    select account_number as number, customer_id as customer, partial_paid_cents as part, next_due_on::text as next
    from loans join accounts using (account_id)`.execute(services.database);
  const lines = rows.map(async ({ number, customer, part, next }) => {
    const loan = await services.host.findLoan(customer, number, today);
    return [
      number,
      {
        principal: text(loan?.principalCents ?? ''),
        interest: text(loan?.interestDueCents ?? ''),
        fees: text(loan?.lateChargesCents ?? ''),
        payoff: text(loan?.payoffCents ?? ''),
        part: text(part),
        next,
        due: loan?.dueOn ?? null,
        totalDue: loan?.dueOn == null ? '0' : text(loan.totalDueCents),
      },
    ] as const;
  });
  return new Map(await Promise.all(lines));
}

function replayedLoans(replay: Replay, today: string): Lines {
  return new Map(
    [...replay.loans].map(([number, loan]) => [
      number,
      {
        principal: text(loan.principal),
        interest: text(loan.interestOn(today)),
        fees: text(loan.fees),
        payoff: text(loan.payoffOn(today)),
        part: text(loan.partPaid),
        next: loan.dueDay(loan.oldest),
        due: loan.dueOn,
        totalDue: loan.dueOn === null ? '0' : text(loan.amountDueOn(today)),
      },
    ]),
  );
}

async function readCharges({ services }: TestApp): Promise<Lines> {
  const { rows } = await sql<{ key: string; cents: string[] }>`
    select account_number || ' ' || effective_on as key, array_agg(amount_cents::text order by transfer_id) as cents
    from transfers join postings using (transfer_id) join accounts using (account_id)
    where transfers.description = 'Late charge' group by 1`.execute(services.database);
  return new Map(rows.map(({ key, cents }) => [key, cents]));
}

function replayedCharges({ charges }: Replay): Lines {
  const byKey = Map.groupBy(charges, ({ loan, on }) => `${loan} ${on}`);
  return new Map([...byKey].map(([key, list]) => [key, list.map(({ cents }) => text(cents))]));
}

async function readFiles({ services }: TestApp): Promise<Lines> {
  const { rows } = await sql<{ on: string }>`select business_on::text as on from ach_files`.execute(services.database);
  const { rows: names } = await sql<{ reference: string; key: string }>`
    select p.reference_number as reference, coalesce(r.reference_number || '@' || p.occurs_on, p.reference_number) as key
    from payments p left join recurring_payments r using (recurring_id)`.execute(services.database);
  const keys = new Map(names.map(({ reference, key }) => [reference, key]));
  // The entry that balances a batch, on the institution's own account.
  const ownId = services.institution.bankFile?.companyId;
  const files = rows.map(async ({ on }) => {
    const { batches } = parse((await readBankFile(services, day(on)))?.text ?? '');
    const all = batches.flatMap(({ entries }) => entries);
    const listed = (codes: readonly number[]) =>
      all
        .filter(({ txnCode, idNumber }) => codes.includes(txnCode) && idNumber.trim() !== ownId)
        .map(({ idNumber, amountCents, account }) => {
          const name = idNumber.trim();
          return String([keys.get(name) ?? name, text(amountCents), account.trim()]);
        })
        .toSorted();
    const entries = { drafts: listed([27, 37]), credits: listed([22, 32]) };
    return [on, { effective: `20${batches[0]?.effectiveDate}`, ...entries }] as const;
  });
  return new Map(await Promise.all(files));
}

function replayedFiles({ bank }: Replay): Lines {
  return new Map(
    bank.files.map(({ businessOn, effectiveOn, entries, credits }) => [
      businessOn,
      { effective: effectiveOn.replaceAll('-', ''), drafts: listEntries(entries), credits: listEntries(credits) },
    ]),
  );
}

function listEntries(entries: readonly Readonly<ReplayedEntry>[]): string[] {
  return entries.map(({ key, total, account }) => String([key, text(total), account])).toSorted();
}

async function readStatements({ services }: TestApp): Promise<Lines> {
  const { rows } = await sql<{ account_number: string; period: string; figures: StatementFigures }>`
    select account_number, period, figures from statements`.execute(services.database);
  return new Map(
    rows.map(({ account_number: number, figures: { opening, closing, entries, interestEarnedCents, due, from } }) => [
      `${number} ${from.slice(0, 7)}`,
      {
        opening: [opening.principalCents, opening.interestCents, opening.feesCents].map(String),
        closing: [closing.principalCents, closing.interestCents, closing.feesCents].map(String),
        entries: entries.map((one) =>
          [one.effectiveOn, one.principalCents, one.interestCents, one.otherCents].map(String),
        ),
        earned: text(interestEarnedCents),
        due: due && [due.dueOn, due.pastDueCents, due.installmentCents, due.totalCents].map(String),
      },
    ]),
  );
}

function replayedStatements({ statements }: Replay): Lines {
  return new Map(
    statements.made.map(({ loan, month, opening, closing, entries, interestEarned, due }) => [
      `${loan} ${month}`,
      {
        opening: [opening.principal, opening.interest, opening.fees].map(String),
        closing: [closing.principal, closing.interest, closing.fees].map(String),
        entries: entries.map((one) => [one.effectiveOn, one.principal, one.interest, one.other].map(String)),
        earned: text(interestEarned),
        due: due && [due.dueOn, due.pastDue, due.installment, due.total].map(String),
      },
    ]),
  );
}

async function readLedger({ services }: TestApp): Promise<Lines> {
  const { rows } = await sql<{ code: number; cents: string }>`
    select ledger_code as code, sum(amount_cents)::text as cents from postings group by 1 having sum(amount_cents) <> 0`.execute(
    services.database,
  );
  return new Map(rows.map(({ code, cents }) => [text(code), cents]));
}

function replayedLedger({ loans, payments, charges, bank }: Replay): Lines {
  const standing = payments.filter(({ state }) => state === 'posted');
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, cents) => total + cents, 0n);
  const all = [...loans.values()];
  const balances: (readonly [number, bigint])[] = [
    [ledger.cash, bank.cash],
    [ledger.cardClearing, bank.cardClearing],
    [ledger.achClearing, bank.achClearing],
    [ledger.loanPrincipal, sum(all.map(({ principal }) => principal))],
    [ledger.lateCharges, sum(all.map(({ fees }) => fees))],
    [ledger.overpayments, -sum(all.map(({ kept }) => kept))],
    [ledger.chargedOffLoans, sum(all.map(({ chargeOff }) => chargeOff.contra))],
    [ledger.recoveries, sum(all.map(({ chargeOff }) => chargeOff.recoveries))],
    [ledger.loanLosses, sum(all.map(({ chargeOff }) => chargeOff.losses))],
    [ledger.openingBalances, -sum(all.map(({ agreed }) => agreed.principal))],
    [ledger.interestIncome, -sum(all.map(({ interestPaid }) => interestPaid))],
    [ledger.lateChargeIncome, -sum(charges.map(({ cents }) => cents))],
    [ledger.processingFeeIncome, -sum(standing.map(({ left }) => left.fee))],
  ];
  return new Map(balances.flatMap(([code, cents]) => (cents === 0n ? [] : [[text(code), text(cents)] as const])));
}

/** A bank credit on hold is a difference of each day, until it leaves or is stopped. */
async function readDayDifferences({ services }: TestApp): Promise<Lines> {
  const { rows } = await sql<{ on: string; differences: string[] }>`
    select business_on::text as on, comparison->'differences' as differences from business_days
    where comparison is not null`.execute(services.database);
  return new Map(
    rows.map(({ on, differences }) => [on, differences.map((one) => (isOfHeldCredit(one) ? 'credit on hold' : one))]),
  );
}

function isOfHeldCredit(difference: string): boolean {
  return /^the bank credit \S+ is on hold: /.test(difference);
}

function replayedDayDifferences({ bank }: Replay): Lines {
  return new Map([...bank.heldOn].map(([on, count]) => [on, Array.from({ length: count }, () => 'credit on hold')]));
}
