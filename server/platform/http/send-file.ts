import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileContent } from '#common/contract/contract.ts';

/** No scripts, and an opaque origin without access to our data. */
const SANDBOX = "sandbox; default-src 'none'";

/**
 * Streams a file. Applies the page's policy, or the sandbox for outside content, which also keeps browsers from showing
 * PDF.
 */
export function sendFile(reply: FastifyReply, file: FileContent): FastifyReply {
  const { content, contentType, disposition, fileName, sandboxed = false } = file;
  reply
    .status(200)
    .type(contentType)
    .header('content-disposition', `${disposition}; ${namedAs(fileName)}`)
    .header('x-content-type-options', 'nosniff');
  if (sandboxed) reply.header('content-security-policy', SANDBOX);
  return reply.send(content instanceof Uint8Array ? Buffer.from(content) : toStream(content));
}

function toStream(content: AsyncIterable<Uint8Array | string>): Readable {
  return content instanceof Readable ? content : Readable.from(content);
}

/** The name for all browsers, and with accents for those that support RFC 6266. */
function namedAs(fileName: string): string {
  const plain = fileName.replaceAll(/[^\w.-]/g, '-');
  if (plain === fileName) return `filename="${plain}"`;
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(/['()*]/g, percentEncode);
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
