import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from './free-port.ts';

export interface ServerProcess {
  /** `http://localhost:40123` */
  readonly url: string;
  readonly process: ChildProcess;
  /** Everything it has written so far. */
  output(): string;
  /** Stops it gracefully and returns the exit code. */
  stop(): Promise<number | null>;
}

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));
const READY_WITHIN_MS = 90_000;

export interface ServerOptions {
  /** Starts the built server, as `npm start` does, instead of its sources. */
  readonly built?: boolean;
}

/**
 * Starts the server and waits until it is ready.
 * @param environment overrides the tests' environment; PORT defaults to a free port
 * @throws Error with the server's output if it exits or does not become ready
 */
export async function startServerProcess(
  environment: Readonly<Record<string, string>>,
  { built = false }: ServerOptions = {},
): Promise<ServerProcess> {
  const port = environment['PORT'] ?? String(await findFreePort());
  const child = spawn(
    process.execPath,
    built ? ['--max-semi-space-size=2', 'dist/server/main.js'] : ['server/main.ts'],
    {
      cwd: projectFolder,
      // Uses the compile cache, like tools/run.mjs.
      env: {
        NODE_COMPILE_CACHE: join(projectFolder, '.cache', 'compiled'),
        ...(built ? { MALLOC_ARENA_MAX: '2' } : {}),
        ...process.env,
        ...environment,
        PORT: port,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const server: ServerProcess = {
    url: `http://localhost:${port}`,
    process: child,
    output: () => chunks.join(''),
    async stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
  await waitUntilReady(server);
  return server;
}

async function waitUntilReady({ url, process: child, output }: ServerProcess): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS;
  while (child.exitCode === null && child.signalCode === null && performance.now() < until) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`The server did not become ready.\n${output()}`);
}
