import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Runs `server/cli.ts` on a server's data.
 * @throws Error with the command's output if it fails
 */
export async function runOperatorCommand(
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  await promisify(execFile)(process.execPath, ['server/cli.ts', ...command], {
    cwd: projectFolder,
    env: { ...process.env, ...environment },
  });
}
