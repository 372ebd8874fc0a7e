/**
 * `npm run dev`: the server, restarted when its files change, and in front of it the
 * pages with hot reload, at PORT (8080).
 */
import { spawn } from 'node:child_process';
import { createServer } from 'vite';

const pagesPort = Number(process.env['PORT'] ?? 8080);
const serverPort = pagesPort + 1;
const target = `http://localhost:${serverPort}`;
const served = ['/api', '/dev', '/institution', '/Error500', '/healthz', '/readyz', '/metrics'];

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  stdio: 'inherit',
  env: { PASSBOOK_MODE: 'development', ...process.env, PORT: String(serverPort) },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 0));

await serverIsReady();
const pages = await createServer({
  server: {
    port: pagesPort,
    strictPort: true,
    proxy: Object.fromEntries(served.map((path) => [path, { target }])),
  },
});
await pages.listen();
console.log(`  The pages with hot reload are at http://localhost:${pagesPort}\n`);

/** A server that cannot start says why and waits for the next change; so do we. */
async function serverIsReady(): Promise<void> {
  for (;;) {
    const response = await fetch(`${target}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
