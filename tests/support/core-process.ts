import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { projectFolder } from '#tools/run/project-folder.mjs';
import { findFreePort } from './free-port.ts';
import { RestartableProcess } from './restartable-process.ts';

/** The books as a process of their own, with what a portal needs to find them. */
export interface Core {
  readonly process: RestartableProcess;
  readonly portalEnvironment: Readonly<Record<string, string>>;
}

/** Starts `host serve` on the database that `environment` names. */
export async function startCore(environment: Readonly<Record<string, string>>): Promise<Core> {
  const [port, PASSBOOK_HOST_KEY] = [await findFreePort(), randomBytes(32).toString('base64')];
  const process = new RestartableProcess({
    name: 'core',
    script: 'server/cli.ts',
    arguments: ['host', 'serve'],
    environment: {
      NODE_COMPILE_CACHE: join(projectFolder, '.cache', 'compiled'),
      ...environment,
      PORT: String(port),
      PASSBOOK_BIND: '127.0.0.1',
      PASSBOOK_HOST_KEY,
    },
    readyWhen: /Serving the books/,
  });
  await process.start();
  return { process, portalEnvironment: { PASSBOOK_HOST_URL: `http://127.0.0.1:${port}`, PASSBOOK_HOST_KEY } };
}
