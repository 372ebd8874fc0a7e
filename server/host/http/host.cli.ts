import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createEmbeddedHost } from '#server/host/books/embedded-host.ts';
import type { Command, CommandContext, Environment } from '#server/platform/cli/command.ts';
import { checkConformance } from '#server/platform/cli/conformance.ts';
import { createClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { describeProtocol } from './describe-protocol.ts';
import { hostChecks } from './host-checks.ts';
import { createHttpHost } from './http-host.ts';
import { serveHost } from './serve-host.ts';

const usage = `npm run passbook -- host serve
npm run passbook -- host describe FILE
npm run passbook -- host check URL --customer ID --loan NUMBER

serve     Serves the books of this database over the host protocol, at PASSBOOK_BIND and PORT,
          until the process is told to stop. Requests must be signed with PASSBOOK_HOST_KEY.
          A portal with PASSBOOK_HOST_URL and the same key works with these books.
describe  Writes the protocol as an OpenAPI 3.1 file.
check     Runs every requirement of docs/host-protocol.md against a core, signed with
          PASSBOOK_HOST_KEY. Posts payments of 1.00 on the loan and takes them back.

See docs/host-protocol.md.`;

export const hostCommand: Command = {
  name: 'host',
  summary: 'Serves the books to a portal in another process, describes the protocol, or checks a core',
  usage,
  async runAlone([act, target, ...options], environment) {
    if (act === 'serve') return undefined;
    if (act === 'describe' && target !== undefined) {
      await writeFile(target, `${JSON.stringify(describeProtocol(), null, 2)}\n`);
      return 0;
    }
    const account = act === 'check' && target !== undefined ? readAccount(options) : undefined;
    if (target !== undefined && account) return check(target, account, environment);
    console.error(usage);
    return 2;
  },
  async run(_args, context) {
    return serve(context);
  },
};

interface CheckedAccount {
  readonly customerId: string;
  readonly loanNumber: string;
}

/** Returns undefined when the arguments are invalid. */
function readAccount(args: readonly string[]): CheckedAccount | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { customer: { type: 'string' }, loan: { type: 'string' } },
    });
    const { customer: customerId, loan: loanNumber } = values;
    return customerId !== undefined && loanNumber !== undefined ? { customerId, loanNumber } : undefined;
  } catch {
    return undefined;
  }
}

async function check(url: string, account: CheckedAccount, environment: Environment): Promise<number> {
  const ofHost = Object.entries(environment).filter(([name]) => name.startsWith('PASSBOOK_HOST_'));
  const config = readConfig({ ...Object.fromEntries(ofHost), PASSBOOK_HOST_URL: url });
  if (!config.hostKey) throw new Error('readConfig refuses an address without a key');
  const settings = { url, key: config.hostKey, timeoutMs: config.hostTimeoutMs };
  const clock = createClock('America/New_York');
  const host = createHttpHost(settings);
  return checkConformance(hostChecks, {
    url,
    keyVariable: 'PASSBOOK_HOST_KEY',
    subject: { settings, host, clock, ...account },
    tryOut: () => host.findCustomer(account.customerId),
  });
}

async function serve({ config, database, institution, cipher }: CommandContext): Promise<number> {
  const { hostKey: key, port, bindAddress } = config;
  if (!key) {
    console.error('PASSBOOK_HOST_KEY is missing: the host accepts only signed requests.');
    return 1;
  }
  const books = createEmbeddedHost(database, institution, cipher);
  const server = await serveHost(books, { key, port, bindAddress, log: createLog('info') });
  console.log(`Serving the books at ${server.url}`);
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  await server.close();
  return 0;
}
