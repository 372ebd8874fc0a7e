import type { HoldCode } from './journal.ts';

/** A planned payment, by the account it is drawn from; null for a card. */
interface Planned {
  readonly account: string | null;
}

type Kind = 'draft' | 'card';

const stopped: Readonly<Record<HoldCode, readonly Kind[]>> = {
  '': [],
  BKR: ['draft', 'card'],
  LGL: ['draft', 'card'],
  NOACH: ['draft'],
  NOCARD: ['card'],
};

/** A loan's hold code, and which planned payments it has paused: only kinds of which something was planned. */
export class ReplayedHold {
  #code: HoldCode = '';
  #paused: readonly Kind[] = [];

  get isOn(): boolean {
    return this.#code !== '';
  }

  get sparesLateCharges(): boolean {
    return this.#code === 'BKR';
  }

  stops(planned: Planned): boolean {
    return stopped[this.#code].includes(kindOf(planned));
  }

  pauses(planned: Planned): boolean {
    return this.#paused.includes(kindOf(planned));
  }

  /** @returns whether a planned payment is or was stopped, so that nothing of it is drawn through this day */
  set(code: HoldCode, planned: readonly Planned[]): (one: Planned) => boolean {
    const before = this.#paused;
    this.#code = code;
    const added = stopped[code].filter((kind) => !before.includes(kind));
    const isNew = planned.some((one) => added.includes(kindOf(one)));
    this.#paused = isNew ? stopped[code] : stopped[code].filter((kind) => before.includes(kind));
    return (one) => before.includes(kindOf(one)) || this.stops(one);
  }
}

function kindOf({ account }: Planned): Kind {
  return account === null ? 'card' : 'draft';
}
