/**
 * Reports an error in this browser to the institution (A 7), in the background. The message must not contain user
 * input.
 */
export function reportClientError(error: unknown): void {
  void report(error);
}

async function report(error: unknown): Promise<void> {
  try {
    // Load the code for reports with the first one.
    const { sendClientError } = await import('./send-client-error.ts');
    await sendClientError(error);
  } catch {
    // The specification wants this in the local console (A 8).
    // oxlint-disable-next-line no-console
    console.error("couldn't report error");
  }
}

export function reportUncaughtErrors(): void {
  addEventListener('error', (event) => reportClientError(event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => reportClientError(event.reason));
}
