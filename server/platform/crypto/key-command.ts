import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isKey } from '#server/platform/environment-schema.ts';
import { PlainError } from '#server/platform/plain-error.ts';

/** A key management service answers within a second; its command-line tool may take a few to start. */
const PATIENCE_MS = 20_000;

const MAX_TOLD = 300;

/**
 * Asks a program for the field key, without a shell. It doesn't see our own settings, only those its service needs.
 * @param command the program and its arguments
 * @throws PlainError if it fails, takes too long, or prints anything but 32 random bytes in base64
 */
export async function askKeyCommand(
  [program, ...parameters]: readonly [string, ...string[]],
  patienceMs: number = PATIENCE_MS,
): Promise<Uint8Array> {
  const ask = promisify(execFile)(program, parameters, {
    timeout: patienceMs,
    killSignal: 'SIGKILL',
    env: environmentOf(process.env),
  });
  // It must not wait for someone to type.
  ask.child.stdin?.end();
  const { stdout } = await ask.catch((error: unknown) => {
    throw new PlainError(`PASSBOOK_FIELD_KEY_COMMAND: ${program} ${describeFailure(error, patienceMs)}`);
  });
  if (isKey(stdout.trim())) return Buffer.from(stdout.trim(), 'base64');
  throw new PlainError(
    `PASSBOOK_FIELD_KEY_COMMAND: ${program} must print 32 random bytes in base64, and printed others.`,
  );
}

/** Without the passwords that our variables contain. */
function environmentOf(ours: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(ours).filter(([name]) => !/^(PASSBOOK_|DATABASE_URL$)/.test(name)));
}

/** Leaves out what it printed, which may be the key. */
function describeFailure(error: unknown, patienceMs: number): string {
  const { code, killed, stderr = '' } = error as { code?: string | number; killed?: boolean; stderr?: string };
  if (killed === true) return `gave no answer within ${patienceMs / 1_000} seconds.`;
  if (typeof code !== 'number') return `can't be run (${code}).`;
  return `failed with exit code ${code}: ${stderr.trim().slice(-MAX_TOLD)}`;
}
