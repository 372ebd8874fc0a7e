import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Runs `server/cli.ts` on a server's data and returns what it printed.
 * @throws Error with the command's output if it fails
 */
export async function runOperatorCommand(
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn(process.execPath, ['server/cli.ts', ...command], {
    cwd: projectFolder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [printed, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (code !== 0) throw new Error(`${command.join(' ')} exited with ${code}\n${printed}${complaints}`);
  return printed;
}
