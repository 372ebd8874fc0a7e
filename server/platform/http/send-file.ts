import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileContent } from '#common/contract/contract.ts';

/** Nothing runs, and the document has an origin of its own, which no data of ours belongs to. */
const SANDBOX = "sandbox; default-src 'none'";

/**
 * Sends a file, piece by piece while it is made. The page's own policy goes with
 * it, which lets nothing run; the stricter one is for what came from outside, and
 * keeps browsers from showing PDF.
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

/** The name for every browser, and with its accents for those that know RFC 6266. */
function namedAs(fileName: string): string {
  const plain = fileName.replaceAll(/[^\w.-]/g, '-');
  if (plain === fileName) return `filename="${plain}"`;
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(/['()*]/g, percentEncode);
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
