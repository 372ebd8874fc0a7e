/** Files of one person that this process makes at the same time: drawing a document keeps a core busy. */
const MOST_AT_ONCE = 2;

/** Requests of one person that wait for their turn; more than that is a program, not a customer. */
const MOST_WAITING = 20;

interface Turns {
  taken: number;
  readonly waiting: (() => void)[];
}

const turnsByPerson = new Map<number, Turns>();

/**
 * Waits until one of a person's turns to make a file is free, so that a customer
 * who asks for hundreds at once slows only themselves.
 * @returns the way to give the turn back (again does nothing), or undefined when too many wait already.
 */
export async function takeFileTurn(userId: number): Promise<(() => void) | undefined> {
  const turns = turnsByPerson.get(userId) ?? { taken: 0, waiting: [] };
  turnsByPerson.set(userId, turns);
  if (turns.taken >= MOST_AT_ONCE) {
    if (turns.waiting.length >= MOST_WAITING) return undefined;
    // The turn is handed over, not given back and taken again.
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
