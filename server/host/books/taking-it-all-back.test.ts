import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addDays, day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { seededRandom, type SeededRandom } from '#demo/books/seeded-random.ts';
import { HostRefused } from '#server/host/host-errors.ts';
import {
  createImportScene,
  csv,
  goodCustomer,
  goodLoan,
  goodLoanAccount,
  type ImportScene,
} from '#tests/builders/import-scene.ts';
import { findImbalances } from './find-imbalances.ts';

const customerId = 'c1';

let scene: ImportScene;
beforeEach(async () => {
  scene = await createImportScene();
  const line = { ...goodLoanAccount, type_code: '9' };
  const report = await scene.importTexts({
    customers: csv(goodCustomer),
    accounts: csv(
      { ...goodLoanAccount, account_number: 'loan' },
      { ...goodLoanAccount, account_number: 'loan-twin' },
      { ...line, account_number: 'line' },
      { ...line, account_number: 'line-twin' },
    ),
    loans: csv(
      { ...goodLoan, account_number: 'loan' },
      { ...goodLoan, account_number: 'loan-twin' },
      { ...goodLoan, account_number: 'line', credit_limit: '5000' },
      { ...goodLoan, account_number: 'line-twin', credit_limit: '5000' },
    ),
  });
  if (report.problemCount + report.unlikelyCount > 0) throw new Error(JSON.stringify(report));
});
afterEach(() => scene.close());

function staff() {
  const { servicing } = scene.host;
  if (!servicing) throw new Error('The books are ours');
  return servicing;
}

type Name = 'loan' | 'line';

interface Money {
  readonly id: string;
  on: Name;
  /** The part that is left. */
  amount: number;
}

/** A random life of a loan and a line of credit, with charge-offs, and their twins, which have nothing but those. */
class Life {
  today = day('2026-11-21');
  payments: Money[] = [];
  sent: Money[] = [];
  readonly chargedOff = new Set<Name>();
  readonly story: string[] = [];
  readonly random: SeededRandom;
  #ids = 0;

  constructor(random: SeededRandom) {
    this.random = random;
  }

  id(prefix: string) {
    this.#ids += 1;
    return `${prefix}-${this.#ids}`;
  }
  posted() {
    this.#ids += 1;
    const at = Temporal.Instant.from(`${this.today}T15:00:00Z`).add({ seconds: this.#ids });
    return { effectiveOn: this.today, postedAt: at };
  }

  async step(): Promise<void> {
    const { random } = this;
    const on = random.pick(['loan', 'line'] as const);
    const what = random.pick([
      'pass',
      'pay',
      'pay',
      'receive',
      'refund',
      'return',
      'move',
      'chargeOff',
      'reverse',
      'payOut',
      'draw',
      'takeBack',
    ] as const);
    const payment = this.payments.length > 0 ? random.pick(this.payments) : undefined;
    switch (what) {
      case 'pass':
        this.today = addDays(this.today, random.between(1, 20));
        this.story.push(`until ${this.today}`);
        return;
      case 'pay':
      case 'receive': {
        const amount = random.between(1, 60) * 2_500;
        const back = what === 'receive' ? random.between(1, 25) : 0;
        const paid = { id: this.id('pay'), on, amount };
        const { postedAt } = this.posted();
        const effectiveOn = addDays(this.today, -back);
        if (effectiveOn < '2026-11-21') return;
        await scene.host.postPayment({
          paymentId: paid.id,
          accountNumber: on,
          effectiveOn,
          postedAt,
          amountCents: cents(amount),
          additionalPrincipalCents: ZERO,
          processingFeeCents: ZERO,
          method: 'Card',
        });
        this.payments.push(paid);
        this.story.push(`${paid.id}: ${amount} on ${on} of ${effectiveOn}`);
        return;
      }
      case 'refund': {
        if (!payment || payment.amount < 2) return;
        const left = random.between(1, payment.amount - 1);
        const { postedAt } = this.posted();
        await staff().refundPart({
          paymentId: payment.id,
          refundId: this.id('refund'),
          amountCents: cents(left),
          additionalPrincipalCents: ZERO,
          processingFeeCents: ZERO,
          postedAt,
        });
        payment.amount = left;
        this.story.push(`${payment.id}: refunded to ${left}`);
        return;
      }
      case 'return':
        if (payment) await this.takeBack(payment);
        return;
      case 'move': {
        if (!payment) return;
        const to = payment.on === 'loan' ? 'line' : 'loan';
        await staff().movePayment({
          paymentId: payment.id,
          moveId: this.id('move'),
          fromAccountNumber: payment.on,
          accountNumber: to,
          additionalPrincipalCents: ZERO,
          waivedChargeIds: [],
          movedOn: this.today,
          postedAt: this.posted().postedAt,
        });
        payment.on = to;
        this.story.push(`${payment.id}: moved to ${to}`);
        return;
      }
      case 'chargeOff':
        await this.chargeOff(on);
        return;
      case 'reverse':
        await this.reverse(on);
        return;
      case 'payOut': {
        const overpaid = (await staff().findOverpaid(customerId, on)) ?? 0;
        if (overpaid <= 0) return;
        const amount = random.between(1, overpaid);
        await this.send(on, amount, 'payOutOverpayment');
        return;
      }
      case 'draw': {
        const { availableCents = ZERO, obstacle } =
          (await staff().projectDraw({ customerId, accountNumber: 'line' })) ?? {};
        if (obstacle || availableCents < 100) return;
        await this.send('line', random.between(1, Math.min(availableCents, 80_000)), 'drawOnLine');
        return;
      }
      case 'takeBack':
        if (this.sent.length > 0) await this.takeBack(random.pick(this.sent));
    }
  }

  async send(on: Name, amount: number, how: 'payOutOverpayment' | 'drawOnLine'): Promise<void> {
    const id = this.id(how);
    await staff()[how]({
      paymentId: id,
      accountNumber: on,
      means: 'check',
      amountCents: cents(amount),
      ...this.posted(),
    });
    this.sent.push({ id, on, amount });
    this.story.push(`${id}: ${amount} on ${on}`);
  }

  async takeBack(money: Money): Promise<void> {
    await scene.host.reversePayment({ paymentId: money.id, ...this.posted() });
    this.payments = this.payments.filter((other) => other !== money);
    this.sent = this.sent.filter((other) => other !== money);
    this.story.push(`${money.id}: taken back`);
  }

  async chargeOff(on: Name): Promise<void> {
    if (this.chargedOff.has(on)) return;
    const change = { paymentId: this.id('charge-off'), accountNumber: on, ...this.posted() };
    try {
      await staff().chargeOff(change);
    } catch (error) {
      if (error instanceof HostRefused) return;
      throw error;
    }
    await staff().chargeOff({ ...change, paymentId: `${change.paymentId}-twin`, accountNumber: `${on}-twin` });
    this.chargedOff.add(on);
    this.story.push(`charge-off of ${on}`);
  }

  async reverse(on: Name): Promise<void> {
    if (!this.chargedOff.has(on)) return;
    const change = { paymentId: this.id('reversal'), accountNumber: on, ...this.posted() };
    try {
      await staff().reverseChargeOff(change);
    } catch (error) {
      if (error instanceof HostRefused) return;
      throw error;
    }
    await staff().reverseChargeOff({ ...change, paymentId: `${change.paymentId}-twin`, accountNumber: `${on}-twin` });
    this.chargedOff.delete(on);
    this.story.push(`reversal on ${on}`);
  }
}

async function ledgerOf(accountNumber: string) {
  const { rows } = await sql<{ code: number; sum: number }>`
    select ledger_code as code, sum(amount_cents)::bigint as sum from postings join accounts using (account_id)
    where account_number = ${accountNumber} group by 1`.execute(scene.destination.database);
  const of = (code: number) => rows.find((row) => row.code === code)?.sum ?? 0;
  return {
    owed: of(1110) + of(1120) + of(1130),
    interest: of(4010),
    overpaid: (await staff().findOverpaid(customerId, accountNumber)) ?? 0,
    contra: of(1190),
    recovered: 0 - of(4050),
    lost: of(5020),
  };
}

async function checkNow(life: Life, what: string): Promise<void> {
  const story = life.story.join('\n');
  expect(await findImbalances(scene.destination.database), story).toEqual([]);
  for (const on of ['loan', 'line'] as const) {
    const { owed, contra, recovered, lost } = await ledgerOf(on);
    const where = `${what} ${on}\n${story}`;
    const isChargedOff = life.chargedOff.has(on);
    const asset = isChargedOff ? owed : 0;
    expect({ contra, net: lost - recovered }, where).toEqual({ contra: 0 - asset, net: asset });
    expect(isChargedOff || (recovered === 0 && lost === 0), where).toBe(true);
    expect(Math.min(owed, recovered, lost), where).toBeGreaterThanOrEqual(0);
  }
}

it.each([1, 6, 8, 14, 20, 23])(
  'whatever happens to a loan, taking it all back leaves what was owed before: %i',
  async (seed) => {
    const life = new Life(seededRandom(seed));
    for (let steps = 0; steps < 40; steps += 1) {
      await life.step();
      await checkNow(life, `after step ${steps}`);
    }
    for (const money of life.random.next() < 0.5
      ? [...life.payments, ...life.sent]
      : [...life.sent, ...life.payments]) {
      await life.takeBack(money);
      await checkNow(life, 'taking back');
    }
    for (const on of ['loan', 'line'] as const) {
      await life.reverse(on);
      await checkNow(life, 'reversed');
      const later = addDays(life.today, 30);
      const [own, twin] = [
        await scene.host.findLoan(customerId, on, later),
        await scene.host.findLoan(customerId, `${on}-twin`, later),
      ];
      const figures = (loan: typeof own) => ({
        payoff: loan?.payoffCents,
        principal: loan?.principalCents,
        rate: loan?.rate,
      });
      expect({ on, ...figures(own), ...(await ledgerOf(on)) }, life.story.join('\n')).toEqual({
        on,
        ...figures(twin),
        ...(await ledgerOf(`${on}-twin`)),
      });
    }
  },
);
