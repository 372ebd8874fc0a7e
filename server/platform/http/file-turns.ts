/** Concurrent files per user in this process: drawing a document keeps a core busy. */
const MAX_CONCURRENT = 2;

/** More waiting requests than this come from a program, not a customer. */
const MAX_WAITING = 20;

interface Turns {
  taken: number;
  readonly waiting: (() => void)[];
}

const turnsByPerson = new Map<number, Turns>();

/**
 * Waits for one of the user's slots to make a file, so hundreds of requests slow only that user.
 * @returns a function that releases the slot (idempotent), or undefined if too many are waiting
 */
export async function takeFileTurn(userId: number): Promise<(() => void) | undefined> {
  const turns = turnsByPerson.get(userId) ?? { taken: 0, waiting: [] };
  turnsByPerson.set(userId, turns);
  if (turns.taken >= MAX_CONCURRENT) {
    if (turns.waiting.length >= MAX_WAITING) return undefined;
    // The slot is handed over directly.
    await new Promise<void>((resolve) => turns.waiting.push(resolve));
  } else {
    turns.taken += 1;
  }
  let isGivenBack = false;
  return () => {
    if (isGivenBack) return;
    isGivenBack = true;
    const next = turns.waiting.shift();
    if (next) next();
    else turns.taken -= 1;
    if (turns.taken === 0) turnsByPerson.delete(userId);
  };
}
