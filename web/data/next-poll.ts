/** The pause before asking again: none at first, then doubling. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

export function pauseBeforePoll(asked: number): number {
  return asked === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (asked - 1), LONGEST_PAUSE_MS);
}

const waiting = new Set<() => void>();

/** Ends the pauses: there is something new to ask for. */
export function pollNow(): void {
  for (const done of waiting) done();
}

/** Resolves after the pause, or at once when the browser comes online or {@link pollNow} is called. */
export function nextPoll(asked: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, pauseBeforePoll(asked));
    addEventListener('online', done);
    waiting.add(done);
    function done() {
      clearTimeout(timer);
      removeEventListener('online', done);
      waiting.delete(done);
      resolve();
    }
  });
}
