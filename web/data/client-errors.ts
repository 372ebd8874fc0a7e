/**
 * Tells the institution that something went wrong in this browser (A 7); never in the way of the person.
 * The message must not contain what a person typed.
 */
export function reportClientError(error: unknown): void {
  void report(error);
}

async function report(error: unknown): Promise<void> {
  try {
    // What makes and sends the report loads with the first one.
    const { sendClientError } = await import('./send-client-error.ts');
    await sendClientError(error);
  } catch {
    // The one place for such a failure is the local console (A 8).
    // oxlint-disable-next-line no-console
    console.error("couldn't report error");
  }
}

/** Reports what no code caught. */
export function reportUncaughtErrors(): void {
  addEventListener('error', (event) => reportClientError(event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => reportClientError(event.reason));
}
