export interface TurnLimits {
  readonly maxAtOnce: number;
  readonly maxWaitingOfLane: number;
  readonly maxWaiting: number;
}

/** The error handler answers 429. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
  readonly statusCode = 429;
}

type Start = () => void;

/**
 * Limits concurrent work and gives the next turn to the lane that has waited longest since its last one, so flooding
 * one lane delays only that lane.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #lanes = new Map<string, Start[]>();
  #running = 0;
  #waiting = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Returns whether another task of the lane would be refused. */
  isFull(lane: string): boolean {
    const { maxAtOnce, maxWaiting, maxWaitingOfLane } = this.#limits;
    if (this.#running < maxAtOnce) return false;
    return this.#waiting >= maxWaiting || (this.#lanes.get(lane)?.length ?? 0) >= maxWaitingOfLane;
  }

  /** @throws TooManyWaiting */
  async take<Value>(lane: string, work: () => Promise<Value>): Promise<Value> {
    await this.#wait(lane);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#startNext();
    }
  }

  #wait(lane: string): Promise<void> {
    if (this.isFull(lane)) return Promise.reject(new TooManyWaiting());
    if (this.#running < this.#limits.maxAtOnce) {
      this.#running += 1;
      return Promise.resolve();
    }
    return new Promise((start) => {
      const waiting = this.#lanes.get(lane);
      if (waiting) waiting.push(start);
      else this.#lanes.set(lane, [start]);
      this.#waiting += 1;
    });
  }

  #startNext(): void {
    const [next] = this.#lanes;
    if (!next) return;
    const [lane, waiting] = next;
    const start = waiting.shift();
    this.#lanes.delete(lane);
    // To the end of the line, behind lanes that joined meanwhile.
    if (waiting.length > 0) this.#lanes.set(lane, waiting);
    this.#waiting -= 1;
    this.#running += 1;
    start?.();
  }
}
