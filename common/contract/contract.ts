import { z } from 'zod';
import type { SwitchKey } from './all-options.ts';
import type { TicketAction } from '#common/identity/ticket-actions.ts';
import type { NamedObjects } from './named-objects.ts';

/**
 * One plain object per call, keyed by `METHOD /path`. The server implements it, the browser derives its typed client
 * from it (types only, to keep the schemas out of the bundle), and the authorization tests walk it.
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type EndpointKey = `${Method} /api/${string}`;

/**
 * Who may call: everyone; a user who has given the password and security code but may have follow-up steps left; or a
 * customer who has finished signing in. The last two need the session cookie and the UserToken header together. A new
 * tab can't send headers, so `ticket` takes a one-use ticket in the address instead. The server ignores the
 * ServicingBranch header (A 6): the session decides what a customer may see.
 */
export type Access = 'public' | 'pending' | 'session' | 'ticket';

/** The purpose that the ticket in the address must have (C-061). */
export interface TicketUse {
  readonly action: TicketAction;
  readonly parameter: 'UserToken' | 'token' | 'downloadToken';
  /**
   * Where the call names the ticket's object; `ticket` if only the ticket names it. Omitted if the ticket must have no
   * object.
   */
  readonly object?: `query.${string}` | 'ticket';
}

/** Open while the switch has this value; for a list, while one of them does. */
export interface Gate {
  readonly switch: SwitchKey | readonly SwitchKey[];
  readonly is: boolean;
}

export interface Endpoint {
  readonly access: Access;
  readonly summary: string;
  readonly objects?: NamedObjects;
  /**
   * The account is also named in a handle that the server sealed for its owner. The handler opens it, so the call
   * reaches the handler even if the host can't be asked who owns the account.
   */
  readonly sealsAccount?: true;
  /**
   * Staff may make the call while they view the portal as a customer: it changes nothing and shows no secret. All
   * others are refused then.
   */
  readonly whileViewing?: true;
  /** Required with access `ticket`, not allowed otherwise. */
  readonly ticket?: TicketUse;
  /** Refuses the call while this gate is closed; for a list, while any of them is. */
  readonly gate?: Gate | readonly Gate[];
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Accepts any object as the body. All other calls refuse unknown properties. */
  readonly openBody?: true;
  /**
   * The body is `multipart/form-data` with a {@link receivedFile} named `file`; a refusal gives the reason in `Message`
   * (M 7). The file isn't received while either gate is closed.
   */
  readonly upload?: { readonly gate: Gate };
  /** Answer per status. 400, 401, 404, 405, 413, 429 and 500 are always the plain {@link Envelope}. */
  readonly answers: { readonly 200: z.ZodType; readonly 303?: typeof redirection; readonly 403?: z.ZodType };
  /**
   * The client may send an `idempotency-key` header: a repeated request with the same key runs once and gets the first
   * answer. Answers are kept for a day and must not contain secrets.
   */
  readonly keyed?: true;
  /** For text answers. Files name their own type (see {@link fileAnswer}). */
  readonly contentType?: 'text/html; charset=utf-8' | 'text/plain; charset=utf-8';
  /**
   * A large answer that is the same for everyone and seldom changes: the server caches it compressed, and browsers keep
   * it and ask whether it changed.
   */
  readonly compressesOnce?: true;
  readonly maxBodyBytes?: number;
}

export const redirection = z.strictObject({ location: z.string() });

/** An uploaded file. Its content is not trusted yet. */
export interface ReceivedFile {
  /** As sent by the client; may include a path. */
  readonly name: string;
  /** For a file that was too large, the bytes received before the rest was discarded. */
  readonly bytes: number;
  /** In hexadecimal, of these bytes. A keyed request with another content is another request. */
  readonly sha256: string;
  readonly read: () => Promise<Uint8Array>;
}

export const receivedFile = z.custom<ReceivedFile>(
  (value) => typeof value === 'object' && value !== null && 'read' in value && typeof value.read === 'function',
);

export interface FileContent {
  readonly contentType:
    | 'application/pdf'
    | 'image/png'
    | 'image/jpeg'
    | 'application/msword'
    | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    | 'text/csv; charset=utf-8';
  readonly fileName: string;
  /** Shown in the tab or downloaded. */
  readonly disposition: 'inline' | 'attachment';
  /** Outside content: the browser must isolate it from our origin. */
  readonly sandboxed?: boolean;
  readonly content: Uint8Array | AsyncIterable<Uint8Array | string>;
}

/** A file as the answer, status 200. */
export const fileAnswer = z.custom<FileContent>(
  (value) => typeof value === 'object' && value !== null && 'fileName' in value && 'content' in value,
);

export type Api = Readonly<Record<EndpointKey, Endpoint>>;

/** Keeps the literal types of a module's part of the contract. */
export function defineApi<const Part extends Api>(part: Part): Part {
  return part;
}
