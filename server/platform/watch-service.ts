import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { noteTrouble } from './trouble-reference.ts';

type OutsideServiceName = 'cards' | 'bankAccountCheck' | 'core' | 'mail' | 'texts';

interface Watcher {
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Answers that decide something and are not failures of the service. */
const refusals: readonly string[] = ['InformationRefused', 'HostRefused', 'NotTextable'];

/**
 * Wraps a client of an outside service: every call is timed by its outcome, and every failure is logged with the
 * reference that the customer sees. Without this, a processor that is down leaves no trace but a customer's complaint.
 */
export function watchService<Service extends object>(
  service: OutsideServiceName,
  client: Service,
  { log, metrics }: Watcher,
): Service {
  const watched = Object.entries(client).map(([operation, run]) => {
    if (typeof run !== 'function') return [operation, run] as const;
    return [operation, (...args: readonly unknown[]) => watch(operation, args, () => run(...args))] as const;
  });
  return Object.fromEntries(watched) as Service;

  async function watch(operation: string, args: readonly unknown[], run: () => unknown): Promise<unknown> {
    const done = metrics.outsideCalls.startTimer({ service, operation });
    try {
      const answer = await run();
      done({ outcome: 'answered' });
      return answer;
    } catch (error) {
      const isRefusal = error instanceof Error && refusals.includes(error.name);
      done({ outcome: isRefusal ? 'refused' : 'failed' });
      if (!isRefusal) {
        const about = { service, operation, reference: noteTrouble(), ...subjectOf(args[0]) };
        log.error({ ...about, err: withoutRecipients(error) }, 'an outside service failed');
      }
      throw error;
    }
  }
}

/** Names the payment or the message of a call, never a person. */
function subjectOf(input: unknown): object {
  if (typeof input !== 'object' || input === null) return {};
  if ('attempts' in input && 'messageId' in input) return { messageId: input.messageId, attempts: input.attempts };
  if (!('paymentId' in input)) return {};
  const { paymentId } = input;
  return 'referenceNumber' in input ? { paymentId, referenceNumber: input.referenceNumber } : { paymentId };
}

/** Mail servers quote the recipient in their answers; without an answer, the reason comes from our side. */
function withoutRecipients(error: unknown): unknown {
  if (!(error instanceof Error) || !('command' in error)) return error;
  const { command, responseCode } = error as { readonly command?: string; readonly responseCode?: number };
  if (responseCode !== undefined || error.message.includes('@')) {
    return `The mail server refused ${command} with ${responseCode ?? error.name}`;
  }
  return command === 'CONN'
    ? `The mail server is not reachable (${error.message})`
    : `The mail server did not answer ${command} (${error.message})`;
}
