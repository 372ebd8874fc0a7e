/** The pause before a question that had no answer is asked again: none at first, then twice as long each time. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

export function pauseBeforeAsking(asked: number): number {
  return asked === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (asked - 1), LONGEST_PAUSE_MS);
}

/** Resolves when it is time to ask again, or at once when the connection comes back. */
export function nextAsk(asked: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, pauseBeforeAsking(asked));
    addEventListener('online', done);
    function done() {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    }
  });
}
