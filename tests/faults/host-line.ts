import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';

/**
 * `late`: the answer arrives after the portal's timeout. `lost`: the connection ends before the answer. `twice`: every
 * request reaches the core twice. `down`: nothing reaches it.
 */
export type LineFault = 'none' | 'late' | 'lost' | 'twice' | 'down';

export interface HostLine {
  readonly url: string;
  fault: LineFault;
  /** The operation with the fault; others pass through. */
  operation: string;
  /** How many requests had the fault. */
  met: number;
  close(): Promise<void>;
}

const LATE_MS = 3_000;

/** A proxy between the portal and the core that simulates network faults. */
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
