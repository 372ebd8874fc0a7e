import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, signIn, test } from '#tests/support/e2e.ts';

const PAUSE_MS = 1_500;

/** Passes everything on, but sends a page's body some time after its head. */
async function startSlowLine(target: string): Promise<Server> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, host: `${hostname}:${port}`, 'accept-encoding': 'identity' };
    const onward = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (!answer.headers['content-type']?.startsWith('text/html')) {
        answer.pipe(outgoing);
        return;
      }
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const page = Buffer.concat(chunks).toString();
        const end = page.indexOf('<body>');
        outgoing.write(page.slice(0, end));
        setTimeout(() => outgoing.end(page.slice(end)), PAUSE_MS);
      });
    });
    incoming.pipe(onward);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return server;
}

test('a page whose end arrives after its scripts opens all the same', { tag: '@desktop' }, async ({ app, page }) => {
  const line = await startSlowLine(app.url);
  const slow = { ...app, url: `http://localhost:${(line.address() as AddressInfo).port}` };
  try {
    await signIn(page, slow, 'margaret.okafor');
    // Now the scripts come from the browser's cache.
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: /Margaret/ })).toBeVisible();
  } finally {
    line.closeAllConnections();
    line.close();
  }
});

test("the portal's bare address, opened while signed in, leads back in", { tag: '@desktop' }, async ({ app, page }) => {
  await signIn(page, app, 'margaret.okafor');
  await page.goto('about:blank');
  await page.goto(app.url);
  await expect(page.getByRole('heading', { level: 1, name: /Margaret/ })).toBeVisible();
});
