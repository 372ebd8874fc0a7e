import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { copyDemonstration } from './demonstration-copy.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/** A running demonstration with the links printed by `passbook demo links`. */
export interface LinkedApp {
  readonly url: string;
  readonly outboxUrl: string;
  /** Returns this server's address of the link described by `what`, e.g. `an activation that succeeds`. */
  readonly linkTo: (what: string) => string;
}

/** Creates links on a separate demonstration and serves it until `visit` is done. */
export async function withLinks(
  environment: Readonly<Record<string, string>>,
  visit: (app: LinkedApp) => Promise<void>,
): Promise<void> {
  const copy = await copyDemonstration();
  const wanted = { ...copy.environment, ...environment };
  const printed = await promisify(execFile)(process.execPath, ['server/cli.ts', 'demo', 'links'], {
    cwd: projectFolder,
    env: { ...process.env, ...wanted },
  });
  let server: ServerProcess | undefined;
  try {
    server = await startServerProcess(wanted, { built: true });
    const { url } = server;
    await visit({ url, outboxUrl: `${url}/dev/outbox`, linkTo: (what) => findLink(printed.stdout, what, url) });
  } finally {
    await server?.stop();
    await copy.remove();
  }
}

/** Replaces the printed origin, since the command doesn't know the test's port. */
function findLink(printed: string, what: string, url: string): string {
  const lines = printed.split('\n');
  const index = lines.findIndex((line) => line.startsWith(what));
  const place = /#.*$/.exec(lines[index + 1] ?? '')?.[0];
  if (index < 0 || !place) throw new Error(`There is no link to ${what} in:\n${printed}`);
  return `${url}/${place}`;
}
