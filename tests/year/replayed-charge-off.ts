/** What a charge-off moved in the general ledger for a loan; debits are positive. Nothing is paid on one in the year. */
export class ReplayedChargeOff {
  isOn = false;
  losses = 0n;

  /** The contra account is what is no longer among the assets. */
  get contra(): bigint {
    return -this.losses;
  }

  begin(assets: bigint): void {
    this.isOn = true;
    this.losses = assets;
    this.#first = assets;
  }

  #first = 0n;

  /** @returns whether more came back since than was written off first, which takes an entry of its own */
  end(): boolean {
    const isMore = this.losses !== this.#first;
    this.isOn = false;
    this.losses = 0n;
    return isMore;
  }

  /** A payment of before came back. @returns whether that was written off in an entry of its own */
  follow(assets: bigint): boolean {
    if (!this.isOn || assets === this.losses) return false;
    this.losses = assets;
    return true;
  }
}
