/** An exact rational number. The replay computes with these only, and shares no arithmetic with the product. */
export class Fraction {
  readonly #top: bigint;
  readonly #bottom: bigint;

  constructor(top: bigint, bottom = 1n) {
    const sign = bottom < 0n ? -1n : 1n;
    const divisor = greatestDivisor(top < 0n ? -top : top, sign * bottom);
    this.#top = (sign * top) / divisor;
    this.#bottom = (sign * bottom) / divisor;
  }

  plus(other: Fraction): Fraction {
    return new Fraction(this.#top * other.#bottom + other.#top * this.#bottom, this.#bottom * other.#bottom);
  }

  times(factor: bigint): Fraction {
    return new Fraction(this.#top * factor, this.#bottom);
  }

  dividedBy(other: Fraction): Fraction {
    return new Fraction(this.#top * other.#bottom, this.#bottom * other.#top);
  }

  /** Rounds half away from zero. */
  round(): bigint {
    const whole = this.#top / this.#bottom;
    const rest = this.#top % this.#bottom;
    if (2n * rest >= this.#bottom) return whole + 1n;
    return 2n * -rest >= this.#bottom ? whole - 1n : whole;
  }
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
