import { startSandbox } from './sandbox-server.ts';

/**
 * Runs the sandbox as a separate process: `node server/payments-network/sandbox/sandbox-main.ts [store file] [port]`,
 * or with SANDBOX_STORE and PORT; SANDBOX_FIELDS_PORT adds the page with the card fields. Prints its address.
 */
const [storeFile = process.env['SANDBOX_STORE'] ?? 'sandbox.sqlite', port = process.env['PORT'] ?? '0'] =
  process.argv.slice(2);
const lateMs = process.env['SANDBOX_LATE_MS'];
const key = process.env['SANDBOX_KEY'];
const fieldsPort = process.env['SANDBOX_FIELDS_PORT'];

const sandbox = await startSandbox({
  storeFile,
  port: Number(port),
  ...(lateMs ? { lateMs: Number(lateMs) } : {}),
  ...(key ? { key } : {}),
  ...(fieldsPort ? { fieldsPort: Number(fieldsPort) } : {}),
});
process.stdout.write(`${sandbox.url}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
}
