import type { z } from 'zod';
import type { DeskContract } from '#common/desk/all-desk-apis.ts';
import type { Result } from '#common/core/results.ts';
import type { DeskRole } from '#common/desk/permissions.ts';
import type { AuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import type { DeskCookies } from './desk-cookies.ts';

export type DeskKey = keyof DeskContract;

/** The person at the desk. */
export interface DeskSession {
  readonly sessionId: number;
  readonly staffId: number;
  readonly name: string;
  readonly emailAddress: string;
  readonly role: DeskRole;
  readonly confirmedAt: Temporal.Instant | null;
}

type Field<Key extends DeskKey, Name extends 'query' | 'body'> =
  DeskContract[Key] extends Record<Name, infer Schema>
    ? Schema extends z.ZodType
      ? z.output<Schema>
      : undefined
    : undefined;

/** An audit entry of staff. The pipeline adds who and, for a customer, the reason they were opened. */
export interface DeskEntry {
  readonly customerId?: string;
  /** The customer's login, if it is about one. */
  readonly userId?: number | null;
  readonly reason?: string;
  readonly details?: AuditEvent['details'];
  /** Of a keyed call that answers more than that it is done, or commits in steps. See `SaveAnswer`. */
  readonly answer?: unknown;
}

export interface DeskCall<Key extends DeskKey> {
  readonly query: Field<Key, 'query'>;
  readonly body: Field<Key, 'body'>;
  readonly session: DeskContract[Key]['may'] extends 'everyone' ? DeskSession | undefined : DeskSession;
  readonly services: Services;
  readonly ipAddress: string;
  readonly userAgent: string;
  /** The start of links to the desk. */
  readonly deskUrl: string;
  /** The start of links to the portal. */
  readonly siteUrl: string;
  /** Path and query, as the browser asked for it. */
  readonly address: string;
  readonly cookies: DeskCookies;
  /**
   * Returns an id for one of the things that a keyed call makes: the same one if the request is sent again after the
   * process died, so the handler can see that it exists. Without a key, a new id.
   */
  idOf(thing: string): string;
  /** Writes the entry that the contract declares, in the transaction of the change. */
  record(transaction: Transaction, entry: DeskEntry, by?: Pick<DeskSession, 'staffId' | 'emailAddress'>): Promise<void>;
}

export type DeskAnswer<Key extends DeskKey> = z.input<DeskContract[Key]['answer']>;

export type DeskHandler<Key extends DeskKey> = (call: DeskCall<Key>) => Promise<DeskAnswer<Key>>;

export type DeskHandlers<Part> = { readonly [Key in Extract<keyof Part, DeskKey>]: DeskHandler<Key> };

export interface RefusedPerson {
  readonly staffId?: number | undefined;
  readonly emailAddress?: string | undefined;
}

type DeskRefusalStatus = 400 | 401 | 403 | 404 | 409 | 422 | 429 | 503;

/** Ends a call; the code says why. It goes to the audit log with what was refused. */
export class DeskRefusal extends Error {
  override readonly name = 'DeskRefusal';
  readonly status: DeskRefusalStatus;
  /** Who was refused at signing in, as far as the server knows. */
  readonly person: RefusedPerson;

  constructor(status: DeskRefusalStatus, code: string, person: RefusedPerson = {}) {
    super(code);
    this.status = status;
    this.person = person;
  }
}

/** @throws DeskRefusal 404 for what is not a loan of the customer, 409 for anything else that is refused */
export function loanOrRefuse<Value>(found: Result<Value>): Value {
  if (!found.ok) throw new DeskRefusal(found.error === 'NotALoan' ? 404 : 409, found.error);
  return found.value;
}
