import { z } from 'zod';
import type { SwitchKey } from './all-options.ts';
import type { TicketAction } from '#common/identity/ticket-actions.ts';
import type { NamedObjects } from './named-objects.ts';

/**
 * The contract: one plain object per call, keyed by `METHOD /path`. The server
 * implements it, the browser derives its typed client from it (types only, so
 * that no schema reaches the bundle), and the authorization tests walk it.
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type EndpointKey = `${Method} /api/${string}`;

/**
 * Who may call: anyone; a person who has given password and security code and
 * may still have follow-up steps to do; or a customer who has done them all.
 * The last two need session cookie and UserToken header together. A new tab can
 * send no header: for `ticket`, a one-use ticket in the address stands for it.
 * The ServicingBranch header, which calls carry too (A 6), is nothing to the server:
 * what a customer may see follows from the session, not from what a caller says.
 */
export type Access = 'public' | 'pending' | 'session' | 'ticket';

/** What the ticket of an address must have been made for (C-061). */
export interface TicketUse {
  readonly action: TicketAction;
  readonly parameter: 'UserToken' | 'token' | 'downloadToken';
  /**
   * Where the object stands that the ticket was made for; with `ticket` only the
   * ticket itself knows it, and without one it must have been made for none.
   */
  readonly object?: `query.${string}` | 'ticket';
}

/** Open while the switch has the value; of several, while one has. */
export interface Gate {
  readonly switch: SwitchKey | readonly SwitchKey[];
  readonly is: boolean;
}

export interface Endpoint {
  readonly access: Access;
  /** One line for the reference and the reader. */
  readonly summary: string;
  readonly objects?: NamedObjects;
  /** With access `ticket`, and only then. */
  readonly ticket?: TicketUse;
  /** The call is refused while this gate is closed; of several, while one is. */
  readonly gate?: Gate | readonly Gate[];
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The body is whatever object comes; of every other call unknown properties are refused. */
  readonly openBody?: true;
  /**
   * The body is `multipart/form-data` with a {@link receivedFile} named `file` among its
   * fields; what refuses the file says why in `Message` (M 7). It is not received
   * while one of the two gates is closed.
   */
  readonly upload?: { readonly gate: Gate };
  /** Answer per status. 400, 401, 404, 405, 413, 429 and 500 are always the plain {@link Envelope}. */
  readonly answers: { readonly 200: z.ZodType; readonly 303?: typeof redirection; readonly 403?: z.ZodType };
  /**
   * A client may send a key of its own (`idempotency-key`): the same request again with the same
   * key is done once and answered as the first time. The answer is kept for a day and must hold no secret.
   */
  readonly keyed?: true;
  /** Of what is not JSON: the body is then a text. Files say their own (see {@link fileAnswer}). */
  readonly contentType?: 'text/html; charset=utf-8' | 'text/plain; charset=utf-8';
  /** The answer is large, the same for everyone and seldom changes: the server keeps it compressed. */
  readonly compressesOnce?: true;
  /** Defaults to 16 kB. */
  readonly maxBodyBytes?: number;
}

/** The answer that leads the browser elsewhere, status 303. */
export const redirection = z.strictObject({ location: z.string() });

/** A file that came with a call. What it holds is trusted by nobody yet. */
export interface ReceivedFile {
  /** As the caller wrote it, a path included. */
  readonly name: string;
  /** Of a file that was too large, those that were taken before the rest was thrown away. */
  readonly bytes: number;
  readonly read: () => Promise<Uint8Array>;
}

/** The file of an upload. */
export const receivedFile = z.custom<ReceivedFile>(
  (value) => typeof value === 'object' && value !== null && 'read' in value && typeof value.read === 'function',
);

/** A file as an answer, whole or while it is being made. */
export interface FileContent {
  readonly contentType:
    | 'application/pdf'
    | 'image/png'
    | 'image/jpeg'
    | 'application/msword'
    | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    | 'text/csv; charset=utf-8';
  readonly fileName: string;
  /** Shown in the tab, or saved. */
  readonly disposition: 'inline' | 'attachment';
  /** Comes from outside: the browser is to keep it away from everything of ours. */
  readonly sandboxed?: boolean;
  readonly content: Uint8Array | AsyncIterable<Uint8Array | string>;
}

/** The answer that is a file, status 200. */
export const fileAnswer = z.custom<FileContent>(
  (value) => typeof value === 'object' && value !== null && 'fileName' in value && 'content' in value,
);

/** A feature's part of the contract. */
export type Api = Readonly<Record<EndpointKey, Endpoint>>;

/** Keeps the literal types of a feature's part of the contract. */
export function defineApi<const Part extends Api>(part: Part): Part {
  return part;
}
