import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createEmbeddedHost } from '#server/host/books/embedded-host.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { createLog } from '#server/platform/log.ts';
import { describeProtocol } from './describe-protocol.ts';
import { serveHost } from './serve-host.ts';

const usage = `npm run passbook -- host serve
npm run passbook -- host describe FILE

serve     Serves the books of this database over the host protocol, at PASSBOOK_BIND and PORT,
          until the process is told to stop. Requests must be signed with PASSBOOK_HOST_KEY.
          A portal with PASSBOOK_HOST_URL and the same key works with these books.
describe  Writes the protocol as an OpenAPI 3.1 file.

See docs/host-protocol.md.`;

export const hostCommand: Command = {
  name: 'host',
  summary: 'Serves the books to a portal in another process, or describes the protocol',
  usage,
  async run([act, file], context) {
    if (act === 'serve') return serve(context);
    if (act !== 'describe' || file === undefined) {
      console.error(usage);
      return 2;
    }
    await writeFile(file, `${JSON.stringify(describeProtocol(), null, 2)}\n`);
    return 0;
  },
};

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
