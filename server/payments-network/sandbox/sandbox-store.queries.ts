import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CardBrand } from '#common/payments/rules/payment-types.ts';
import type { CardToken, ChargeDecline, FoundCard } from '../card-processor.ts';
import type { CardBehavior } from './sandbox-cards.ts';

export interface VaultedCard {
  readonly behavior: CardBehavior;
  /** `MM/YY` */
  readonly expiration: string;
}

/** `absent`: the id was settled before it was charged, so it can never be charged. */
export type ChargeState = 'approved' | 'declined' | 'absent';

export interface ChargeRow {
  readonly sequence: number;
  readonly paymentId: string;
  readonly token: string | null;
  readonly amountCents: number;
  readonly state: ChargeState;
  readonly reason: ChargeDecline | null;
  readonly authorization: string | null;
  readonly refunded: boolean;
  readonly refundedCents: number;
}

export interface NewCharge {
  readonly paymentId: string;
  readonly token: string | null;
  readonly amountCents: number;
  readonly state: ChargeState;
  readonly reason: ChargeDecline | null;
}

/** A charge that the cardholder has to confirm. It gets its place in the report with its outcome. */
export interface Confirmation {
  /** Names the page. */
  readonly secret: string;
  readonly paymentId: string;
  readonly token: string;
  readonly amountCents: number;
  readonly returnUrl: string;
}

/** A card that the cardholder has to confirm before it is charged. */
export interface CardConfirmation {
  /** Names the page. */
  readonly secret: string;
  readonly token: string;
  readonly returnUrl: string;
  readonly decision: 'approve' | 'refuse' | null;
}

const schema = `
  create table if not exists settings (name text primary key, value blob not null) strict;
  create table if not exists cards (
    token text primary key,
    brand text not null,
    last_four text not null,
    fingerprint text not null,
    expiration text not null,
    behavior text not null
  ) strict;
  create table if not exists charges (
    sequence integer primary key autoincrement,
    payment_id text not null unique,
    token text references cards,
    amount_cents integer not null,
    state text not null check (state in ('approved', 'declined', 'absent')),
    reason text,
    authorization text,
    refunded integer not null default 0
  ) strict;
  create table if not exists refunds (
    refund_id text primary key,
    payment_id text not null,
    amount_cents integer not null
  ) strict;
  create table if not exists confirmations (
    secret text primary key,
    payment_id text not null unique,
    token text not null references cards,
    amount_cents integer not null,
    return_url text not null
  ) strict;
  create table if not exists card_confirmations (
    secret text primary key,
    token text not null unique references cards,
    return_url text not null,
    decision text check (decision in ('approve', 'refuse'))
  ) strict;
`;

const chargeColumns = `sequence, payment_id as paymentId, token, amount_cents as amountCents, state, reason,
  "authorization", refunded,
  (select coalesce(sum(amount_cents), 0) from refunds where refunds.payment_id = charges.payment_id) as partsCents`;

/**
 * The sandbox's storage, in one file that is flushed at every commit. Calls are synchronous, so each is atomic within
 * the process.
 */
export class SandboxStore {
  readonly #database: DatabaseSync;
  readonly #fingerprintKey: Buffer;

  constructor(file: string) {
    mkdirSync(dirname(file), { recursive: true });
    this.#database = new DatabaseSync(file);
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
    this.#database.exec(schema);
    this.#fingerprintKey = this.#loadFingerprintKey();
  }

  addCard(cardNumber: string, brand: CardBrand, card: VaultedCard): CardToken {
    const token = `tok_${randomBytes(16).toString('hex')}`;
    const lastFour = cardNumber.slice(-4);
    const fingerprint = createHmac('sha256', this.#fingerprintKey).update(cardNumber).digest('base64url');
    this.#database
      .prepare(
        'insert into cards (token, brand, last_four, fingerprint, expiration, behavior) values (?, ?, ?, ?, ?, ?)',
      )
      .run(token, brand, lastFour, fingerprint, card.expiration, card.behavior);
    return { token, brand, lastFour, fingerprint };
  }

  findCard(token: string): VaultedCard | undefined {
    const row = this.#database.prepare('select behavior, expiration from cards where token = ?').get(token);
    return row as unknown as VaultedCard | undefined;
  }

  /** Only a card that waits for no confirmation. */
  describeCard(token: string): FoundCard | undefined {
    const row = this.#database
      .prepare(
        `select token, brand, last_four as lastFour, fingerprint, expiration from cards where token = ? and not exists (
           select 1 from card_confirmations as c where c.token = cards.token and c.decision is not 'approve')`,
      )
      .get(token);
    return row as unknown as FoundCard | undefined;
  }

  /** Returns the secret of the page on which the cardholder confirms the card. */
  confirmCard(token: string, returnUrl: string): string {
    const secret = randomBytes(16).toString('hex');
    this.#database
      .prepare('insert into card_confirmations (secret, token, return_url) values (?, ?, ?)')
      .run(secret, token, returnUrl);
    return secret;
  }

  findCardConfirmation(secret: string): CardConfirmation | undefined {
    const row = this.#database
      .prepare('select secret, token, return_url as returnUrl, decision from card_confirmations where secret = ?')
      .get(secret);
    return row as unknown as CardConfirmation | undefined;
  }

  /** The first decision stands. A card that was confirmed is charged without another confirmation. */
  decideCard({ secret, token }: CardConfirmation, decision: 'approve' | 'refuse'): void {
    const { changes } = this.#database
      .prepare('update card_confirmations set decision = ? where secret = ? and decision is null')
      .run(decision, secret);
    if (Number(changes) === 0 || decision === 'refuse') return;
    this.#database.prepare(`update cards set behavior = 'approve' where token = ?`).run(token);
  }

  findCharge(paymentId: string): ChargeRow | undefined {
    const row = this.#database.prepare(`select ${chargeColumns} from charges where payment_id = ?`).get(paymentId);
    return row ? toChargeRow(row) : undefined;
  }

  /** Returns the existing charge of this payment id, or creates it. */
  chargeOnce(charge: NewCharge): ChargeRow {
    const authorization = charge.state === 'approved' ? randomBytes(6).toString('hex').toUpperCase() : null;
    this.#database
      .prepare(
        `insert into charges (payment_id, token, amount_cents, state, reason, "authorization")
         values (?, ?, ?, ?, ?, ?) on conflict (payment_id) do nothing`,
      )
      .run(charge.paymentId, charge.token, charge.amountCents, charge.state, charge.reason, authorization);
    const row = this.findCharge(charge.paymentId);
    if (!row) throw new Error('A charge is missing from the store');
    return row;
  }

  /** Returns the confirmation this charge waits for, or creates it. */
  confirmOnce(charge: Omit<Confirmation, 'secret'>): Confirmation {
    this.#database
      .prepare(
        `insert into confirmations (secret, payment_id, token, amount_cents, return_url)
         values (?, ?, ?, ?, ?) on conflict (payment_id) do nothing`,
      )
      .run(randomBytes(16).toString('hex'), charge.paymentId, charge.token, charge.amountCents, charge.returnUrl);
    const row = this.findConfirmation('payment_id', charge.paymentId);
    if (!row) throw new Error('A confirmation is missing from the store');
    return row;
  }

  findConfirmation(by: 'secret' | 'payment_id', value: string): Confirmation | undefined {
    const row = this.#database
      .prepare(
        `select secret, payment_id as paymentId, token, amount_cents as amountCents, return_url as returnUrl
         from confirmations where ${by} = ?`,
      )
      .get(value);
    return row as unknown as Confirmation | undefined;
  }

  /** Returns false without an approved charge. */
  refundOnce(paymentId: string): boolean {
    const { changes } = this.#database
      .prepare(`update charges set refunded = 1 where payment_id = ? and state = 'approved'`)
      .run(paymentId);
    return Number(changes) === 1;
  }

  /** Returns false without an approved charge of which this much is left. */
  refundPartOnce(paymentId: string, refundId: string, amountCents: number): boolean {
    const known = this.#database.prepare('select payment_id from refunds where refund_id = ?').get(refundId);
    if (known) return known['payment_id'] === paymentId;
    const charge = this.findCharge(paymentId);
    if (charge?.state !== 'approved' || charge.refundedCents + amountCents > charge.amountCents) return false;
    this.#database
      .prepare('insert into refunds (refund_id, payment_id, amount_cents) values (?, ?, ?)')
      .run(refundId, paymentId, amountCents);
    if (charge.refundedCents + amountCents === charge.amountCents) this.refundOnce(paymentId);
    return true;
  }

  /** The settlement report: charges in order, at most `limit` after `after`. */
  listCharges(after: number, limit: number): ChargeRow[] {
    const rows = this.#database
      .prepare(`select ${chargeColumns} from charges where sequence > ? order by sequence limit ?`)
      .all(after, limit);
    return rows.map(toChargeRow);
  }

  close(): void {
    this.#database.close();
  }

  #loadFingerprintKey(): Buffer {
    this.#database
      .prepare('insert into settings (name, value) values (?, ?) on conflict (name) do nothing')
      .run('fingerprint-key', randomBytes(32));
    const row = this.#database.prepare('select value from settings where name = ?').get('fingerprint-key');
    return Buffer.from(row?.['value'] as Uint8Array);
  }
}

function toChargeRow({ partsCents, ...row }: Record<string, unknown>): ChargeRow {
  const charge = row as unknown as ChargeRow;
  const refunded = row['refunded'] === 1;
  return { ...charge, refunded, refundedCents: refunded ? charge.amountCents : Number(partsCents) };
}
