import { call } from './client.ts';

const reported = new Set<string>();

/** Sends one report per message and location, without braces and angle brackets (A 7). */
export async function sendClientError(error: unknown): Promise<void> {
  const { message, stack } = describe(error);
  const report = {
    Message: clean(message).slice(0, 2_000),
    Stack: clean(stack).slice(0, 6_000),
    UserAgent: clean(navigator.userAgent).slice(0, 500),
  };
  const identity = `${report.Message}\n${report.Stack}`;
  if (reported.has(identity)) return;
  reported.add(identity);
  const result = await call('POST /api/ClientError', { body: report });
  if (result.kind !== 'answer') throw new Error('The server did not accept the report');
}

function describe(error: unknown): { message: string; stack: string } {
  if (error instanceof Error) return { message: `${error.name}: ${error.message}`, stack: error.stack ?? '' };
  return { message: typeof error === 'string' ? error : 'Unknown error', stack: '' };
}

function clean(text: string): string {
  return text.replaceAll(/[{}<>]/g, '');
}
