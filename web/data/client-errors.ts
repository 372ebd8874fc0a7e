import { call } from './client.ts';

const reported = new Set<string>();

/**
 * Tells the institution that something went wrong in this browser (A 7): once
 * per message and place, without braces and angle brackets, and never in the
 * way of the person. The message must not contain what a person typed.
 */
export function reportClientError(error: unknown): void {
  const { message, stack } = describe(error);
  const report = {
    Message: clean(message).slice(0, 2_000),
    Stack: clean(stack).slice(0, 6_000),
    UserAgent: clean(navigator.userAgent).slice(0, 500),
  };
  const identity = `${report.Message}\n${report.Stack}`;
  if (reported.has(identity)) return;
  reported.add(identity);
  void send(report);
}

/** Reports what no code caught. */
export function reportUncaughtErrors(): void {
  addEventListener('error', (event) => reportClientError(event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => reportClientError(event.reason));
}

async function send(body: { Message: string; Stack: string; UserAgent: string }): Promise<void> {
  const result = await call('POST /api/ClientError', { body });
  // The one place for such a failure is the local console (A 8).
  // oxlint-disable-next-line no-console
  if (result.kind !== 'answer') console.error("couldn't report error");
}

function describe(error: unknown): { message: string; stack: string } {
  if (error instanceof Error) return { message: `${error.name}: ${error.message}`, stack: error.stack ?? '' };
  return { message: typeof error === 'string' ? error : 'Unknown error', stack: '' };
}

function clean(text: string): string {
  return text.replaceAll(/[{}<>]/g, '');
}
