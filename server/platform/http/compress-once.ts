import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Caches the compressed answer, which is large, rarely changes, and is the same for everyone. */
    readonly compressesOnce?: boolean;
  }
}

interface Compressed {
  readonly text: string;
  /** The same for both encodings, so it is a weak one. */
  readonly etag: string;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
}

/** Compresses an answer when it changes, not per request. A browser that has the newest one is told so. */
export function compressOnce(app: FastifyInstance, compressed: (text: string) => Compressed = compress): void {
  const newest = new Map<string, Compressed>();
  app.addHook('onSend', async (request, reply, payload) => {
    const route = request.routeOptions.url ?? '';
    if (!request.routeOptions.config.compressesOnce || typeof payload !== 'string' || reply.statusCode !== 200) {
      return payload;
    }
    const known = newest.get(route);
    const answer = known?.text === payload ? known : compressed(payload);
    newest.set(route, answer);
    reply.headers({ 'cache-control': 'no-cache', etag: answer.etag, vary: 'Accept-Encoding' });
    if (request.headers['if-none-match'] === answer.etag) {
      reply.status(304).removeHeader('content-type').removeHeader('content-length');
      return null;
    }
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = /\bbr\b/.test(accepted) ? 'brotli' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
    if (!encoding) return payload;
    reply.header('content-encoding', encoding === 'brotli' ? 'br' : 'gzip').removeHeader('content-length');
    return answer[encoding];
  });
}

export function compress(text: string): Compressed {
  const brotli = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  const etag = `W/"${createHash('sha256').update(text).digest('base64url')}"`;
  return { text, etag, brotli, gzip: gzipSync(text) };
}
