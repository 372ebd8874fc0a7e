import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Caches the compressed answer, which is large and rarely changes. */
    readonly compressesOnce?: boolean;
  }
}

interface Compressed {
  readonly text: string;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
}

/** Compresses an answer when it changes, not per request. */
export function compressOnce(app: FastifyInstance, compressed: (text: string) => Compressed = compress): void {
  const newest = new Map<string, Compressed>();
  app.addHook('onSend', async (request, reply, payload) => {
    const route = request.routeOptions.url ?? '';
    if (!request.routeOptions.config.compressesOnce || typeof payload !== 'string' || reply.statusCode !== 200) {
      return payload;
    }
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = /\bbr\b/.test(accepted) ? 'brotli' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
    reply.header('vary', 'Accept-Encoding');
    if (!encoding) return payload;
    const known = newest.get(route);
    const answer = known?.text === payload ? known : compressed(payload);
    newest.set(route, answer);
    reply.header('content-encoding', encoding === 'brotli' ? 'br' : 'gzip').removeHeader('content-length');
    return answer[encoding];
  });
}

export function compress(text: string): Compressed {
  const brotli = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return { text, brotli, gzip: gzipSync(text) };
}
