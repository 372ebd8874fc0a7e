import type { Day } from '#common/core/dates.ts';
import { type Cents, ZERO } from '#common/core/money.ts';
import type { ServicingRules } from '#common/institution/institution.ts';
import type { NewTransfer, Posting } from '#server/host/books/transfer.ts';

/** The inputs for generated histories. Everything happens before `today`. */
export interface HistoryContext {
  readonly today: Day;
  readonly timeZone: string;
  readonly rules: ServicingRules;
}

export interface Movement {
  readonly description: string;
  readonly on: Day;
  readonly minute: number;
  readonly postings: readonly Posting[];
  /** For a loan payment: the part that went to installments. */
  readonly countedCents?: Cents;
}

export function toTransfer(movement: Movement, timeZone: string): NewTransfer {
  return {
    description: movement.description,
    effectiveOn: movement.on,
    postedAt: instantAt(movement.on, movement.minute, timeZone),
    paymentId: null,
    countedCents: movement.countedCents ?? ZERO,
    reversesTransferId: null,
    postings: movement.postings,
  };
}

/** Caches noon by day: large institutions have many movements on few days. */
const noons = new Map<string, number>();

/** @param minute after three in the morning, since the clocks may change before that */
function instantAt(on: Day, minute: number, timeZone: string): Temporal.Instant {
  const key = `${on} ${timeZone}`;
  let noon = noons.get(key);
  if (noon === undefined) {
    const plainTime = { hour: 12 };
    noon = Temporal.PlainDate.from(on).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
    if (noons.size > 10_000) noons.clear();
    noons.set(key, noon);
  }
  return Temporal.Instant.fromEpochMilliseconds(noon + (minute - 12 * 60) * 60_000);
}

/** A separate seed per account, so adding an account changes no other. */
export function seedOf(text: string): number {
  let seed = 0x811c9dc5;
  for (const character of text) seed = Math.imul(seed ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return seed;
}
