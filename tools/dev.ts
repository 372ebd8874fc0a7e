/**
 * `npm run dev`: serves the pages with hot reload at PORT (8080) and the server at the next port, which restarts when
 * its files or an institution's change.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { projectFolder } from './run/project-folder.mjs';

const pagesPort = Number(process.env['PORT'] ?? 8080);
const serverPort = pagesPort + 1;
const pagesAddress = `http://localhost:${pagesPort}`;
const target = `http://localhost:${serverPort}`;
const served = ['/api', '/dev', '/institution', '/Error500', '/healthz', '/readyz', '/metrics'];
/** Folders the server reads; changes are debounced because they come in bursts. */
const readByServer = ['server/', 'common/', 'institutions/'].map((folder) => projectFolder + folder);
const FLOCK_MS = 200;

/** The desk's pages are below /desk, as on the server. */
const deskPages: Plugin = {
  name: 'desk-pages',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      if (/^\/desk([/?]|$)/.test(request.url ?? '')) request.url = '/desk.html';
      next();
    });
  },
};

const pages = await openPages();
let server = startServer();
let restarting: Promise<void> | undefined;
pages.watcher.on('all', (_event, file) => {
  if (readByServer.some((folder) => file.startsWith(folder))) restarting ??= restartServer(file);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

async function openPages(): Promise<ViteDevServer> {
  const vite = await createServer({
    plugins: [deskPages],
    server: {
      port: pagesPort,
      strictPort: true,
      proxy: Object.fromEntries(served.map((path) => [path, { target }])),
      watch: { ignored: ['**/data/**', '**/dist/**', '**/.cache/**', '**/test-results/**'] },
    },
  });
  try {
    return await vite.listen();
  } catch (error) {
    console.error(
      `${(error as Error).message}. Stop the other process, or use another port: PORT=${pagesPort + 10} npm run dev`,
    );
    process.exit(1);
  }
}

/** A failed start prints its reason; the next change tries again. */
function startServer(): ChildProcess {
  return spawn(process.execPath, ['server/main.ts'], {
    stdio: 'inherit',
    env: {
      PASSBOOK_MODE: 'development',
      // Links in messages lead to the pages with hot reload.
      PASSBOOK_PUBLIC_URL: pagesAddress,
      ...process.env,
      PORT: String(serverPort),
    },
  });
}

async function restartServer(file: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, FLOCK_MS));
  console.log(`\n  ${file.slice(projectFolder.length)} changed: restarting the server\n`);
  await stopServer();
  restarting = undefined;
  server = startServer();
}

async function stopServer(): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}

async function stop(): Promise<void> {
  await Promise.all([stopServer(), pages.close()]);
  process.exit(0);
}
