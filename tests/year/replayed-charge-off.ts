import type { Applied } from './replayed-postings.ts';

/** What charge-offs and recoveries moved in the general ledger for a loan; debits are positive. */
export class ReplayedChargeOff {
  isOn = false;
  contra = 0n;
  losses = 0n;
  recoveries = 0n;
  #count = 0;
  #first = 0n;
  /** The payments that counted when it was charged off. */
  #before: ReadonlySet<string> = new Set();

  begin(assets: bigint, payments: readonly Applied[]): void {
    this.isOn = true;
    this.#count += 1;
    this.#first = assets;
    this.#before = new Set(payments.map(({ id }) => id));
    this.losses += assets;
    this.contra -= assets;
  }

  /** @returns whether what came meanwhile takes an entry of its own */
  end(): boolean {
    this.isOn = false;
    this.losses -= this.#first;
    this.contra += this.#first;
    return this.adjust(0n, []);
  }

  /** Whether a payment is none of those that are recovered. */
  countedBefore({ id }: Pick<Applied, 'id'>): boolean {
    return this.isOn && this.#before.has(id);
  }

  paid(payment: Applied): void {
    const cents = payment.principal + payment.fees;
    payment.recovered = this.isOn && !this.countedBefore(payment) ? { cents, chargeOff: this.#count } : null;
    if (payment.recovered) this.#move(cents);
  }

  takenBack({ recovered }: Applied): void {
    if (recovered) this.#move(-recovered.cents);
  }

  #move(cents: bigint): void {
    this.contra += cents;
    this.recoveries -= cents;
  }

  /**
   * What is not recovered of the assets is lost, and what was recovered is what the payments since then are.
   * @returns whether that takes an entry of its own
   */
  adjust(assets: bigint, payments: readonly Applied[]): boolean {
    const live = payments.flatMap(({ recovered }) =>
      recovered && recovered.chargeOff === this.#count ? [recovered.cents] : [],
    );
    const recovered = live.reduce((sum, cents) => sum + cents, 0n);
    const wanted = this.isOn
      ? { contra: -assets, recoveries: -recovered, losses: assets + recovered }
      : { contra: 0n, recoveries: 0n, losses: 0n };
    const { contra, recoveries, losses } = this;
    Object.assign(this, wanted);
    return contra !== wanted.contra || recoveries !== wanted.recoveries || losses !== wanted.losses;
  }
}
