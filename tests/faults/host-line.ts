import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';

/**
 * `late`: the answer comes after the portal has given up. `lost`: the connection ends before the answer. `twice`:
 * every request reaches the core twice. `down`: nothing reaches it.
 */
export type LineFault = 'none' | 'late' | 'lost' | 'twice' | 'down';

export interface HostLine {
  readonly url: string;
  fault: LineFault;
  /** The operation that the fault is about; the others are passed on. */
  operation: string;
  /** How many requests the fault met. */
  met: number;
  close(): Promise<void>;
}

const LATE_MS = 3_000;

/** The network between the portal and the core, which can fail in every way that a network can. */
export async function openHostLine(corePort: number): Promise<HostLine> {
  const app = Fastify({ forceCloseConnections: true });
  const line: HostLine = { url: '', fault: 'none', operation: '', met: 0, close: () => app.close() };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/*', async (request, reply) => {
    const isMet = line.fault !== 'none' && (line.operation === '' || request.url.endsWith(`/${line.operation}`));
    const fault = isMet ? line.fault : 'none';
    if (isMet) line.met += 1;
    const drop = () => {
      request.raw.destroy();
      return reply.hijack();
    };
    if (fault === 'down') return drop();
    const forward = () =>
      fetch(`http://127.0.0.1:${corePort}${request.url}`, {
        method: 'POST',
        headers: Object.entries(request.headers).filter(
          (header): header is [string, string] => header[0].startsWith('passbook-') || header[0] === 'content-type',
        ),
        body: String(request.body),
      });
    let response: Response;
    try {
      response = await forward();
      if (fault === 'twice') await forward();
    } catch {
      return drop();
    }
    if (fault === 'late') await sleep(LATE_MS);
    if (fault === 'lost') return drop();
    return reply
      .code(response.status)
      .type('application/json')
      .send(await response.text());
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return Object.assign(line, { url });
}
