import { sql } from 'kysely';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import { reportAnswer, type ReportedCharge } from '#server/payments-network/network.wire.ts';
import { openAuditKey } from '#server/platform/audit/audit-key.queries.ts';
import { findAuditProblems } from '#server/platform/audit/verify-audit-log.queries.ts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';
import type { Database } from '#server/platform/db/database.ts';

export interface PaymentRow {
  readonly payment_id: string;
  readonly reference_number: string;
  readonly method_type: 'Card' | 'ACH';
  readonly state: string;
  readonly total: number;
  readonly transfers: number;
  readonly transferred: number;
  readonly entry: number | null;
}

/** Returns every payment with its effects on the books and the bank file. */
export async function readPayments(database: Database): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select p.payment_id, p.reference_number, p.method_type, p.state,
      p.amount_cents + p.additional_principal_cents + p.first_party_fee_cents + p.third_party_fee_cents as total,
      (select count(*) from transfers t where t.payment_id = p.payment_id::text) as transfers,
      (select coalesce(sum(amount_cents), 0)::bigint from transfers t join postings using (transfer_id)
        where t.payment_id = p.payment_id::text and amount_cents > 0) as transferred,
      (select amount_cents from ach_entries e where e.payment_id = p.payment_id) as entry
    from payments p`.execute(database);
  return rows;
}

async function readCharges(sandboxUrl: string): Promise<ReportedCharge[]> {
  const charges: ReportedCharge[] = [];
  for (;;) {
    const after = charges.at(-1)?.sequence ?? 0;
    const response = await fetch(new URL(`/charges?after=${after}`, sandboxUrl));
    const page = reportAnswer.parse(await response.json()).charges;
    if (page.length === 0) return charges;
    charges.push(...page);
  }
}

/** Returns all differences between payments, books, bank file and card processor, one line each. */
export async function findDifferences(database: Database, sandboxUrl: string, cipher: FieldCipher): Promise<string[]> {
  const auditProblems = await findAuditProblems(database, await openAuditKey(database, cipher), []);
  const payments = await readPayments(database);
  const charged = new Map(
    (await readCharges(sandboxUrl))
      .filter(({ state }) => state === 'approved')
      .map((charge) => [charge.paymentId, charge]),
  );
  const known = new Set(payments.map((payment) => payment.payment_id));
  return [
    ...payments.flatMap((payment) => findPaymentDifferences(payment, charged.get(payment.payment_id))),
    ...[...charged.keys()].filter((id) => !known.has(id)).map((id) => `a charge for the payment ${id}, which is none`),
    ...(await findImbalances(database)).map((imbalance) => `the books: ${JSON.stringify(imbalance)}`),
    ...(await findUnbalancedTransfers(database)).map((id) => `transfer ${id} does not balance`),
    ...(await findUnknownTransfers(database)).map((id) => `a transfer for the payment ${id}, which is none`),
    ...(await findGapsInEvents(database)).map((id) => `the events of payment ${id} do not follow from one another`),
    ...(await findUnauditedPayments(database)).map((id) => `payment ${id} is not once in the audit log`),
    ...auditProblems.map((problem) => `the audit log: ${JSON.stringify(problem)}`),
  ];
}

function findPaymentDifferences(payment: PaymentRow, charge: ReportedCharge | undefined): string[] {
  const posted = payment.state === 'posted' ? 1 : 0;
  const byCard = payment.method_type === 'Card';
  const differences = [
    ['submitting', 'confirming', 'unknown'].includes(payment.state) && 'is not settled',
    payment.transfers !== posted && `has ${payment.transfers} transfers`,
    payment.transferred !== posted * payment.total && `moved ${payment.transferred} of ${payment.total} cents`,
    (charge !== undefined) !== (byCard && posted === 1) && `was ${charge ? '' : 'not '}charged`,
    charge && charge.amountCents !== payment.total && `was charged ${charge.amountCents} of ${payment.total} cents`,
    charge?.refunded && 'was refunded',
    payment.entry !== (posted && !byCard ? payment.total : null) && `has the bank draft ${payment.entry}`,
  ];
  return differences
    .filter((difference) => typeof difference === 'string')
    .map((difference) => `${payment.method_type} payment ${payment.payment_id} (${payment.state}) ${difference}`);
}

async function findUnbalancedTransfers(database: Database): Promise<number[]> {
  const { rows } = await sql<{ transfer_id: number }>`
    select transfer_id from postings group by transfer_id having sum(amount_cents) <> 0`.execute(database);
  return rows.map((row) => row.transfer_id);
}

/** Payments of later days are applied again under an id that names the payment which came in between. */
async function findUnknownTransfers(database: Database): Promise<string[]> {
  const { rows } = await sql<{ payment_id: string }>`
    select payment_id from transfers t
    where t.posted_at > (select min(created_at) from payments) and payment_id is not null
      and payment_id not like 'charge-off-%'
      and not exists (
        select from payments p
        where p.payment_id::text = regexp_replace(t.payment_id, '^again-(.{36})-[0-9]+$', '\\1')
      )`.execute(database);
  return rows.map((row) => row.payment_id);
}

/** Each event must start in the state the previous one ended in, and the last must match the payment. */
async function findGapsInEvents(database: Database): Promise<string[]> {
  const { rows } = await sql<{ payment_id: string }>`
    select distinct p.payment_id from payments p left join (
      select payment_id, from_state, to_state,
        lag(to_state) over (partition by payment_id order by event_id) as before,
        lead(to_state) over (partition by payment_id order by event_id) as after
      from payment_events
    ) e using (payment_id)
    where e.payment_id is null
      or e.from_state is distinct from e.before
      or (e.after is null and e.to_state <> p.state)`.execute(database);
  return rows.map((row) => row.payment_id);
}

async function findUnauditedPayments(database: Database): Promise<string[]> {
  const { rows } = await sql<{ payment_id: string }>`
    select payment_id from payments p
    where state in ('posted', 'declined') and 1 <> (
      select count(*) from audit_log a
      where a.event = 'payment-' || p.state and a.details->>'paymentId' = p.payment_id::text)`.execute(database);
  return rows.map((row) => row.payment_id);
}
