import { z } from 'zod';
import type { Exempt, InputPlace } from '#common/contract/named-objects.ts';
import type { DeskPermission } from './permissions.ts';

export type DeskCallKey = `${'GET' | 'POST'} /api/desk/${string}`;

/**
 * An input that names something. For a customer, the server requires that the caller has opened that customer with a
 * reason. The handler looks up everything else and checks that the caller may see it.
 */
export type DeskObject =
  | 'customer'
  | 'login'
  | 'workItem'
  | 'request'
  | 'staff'
  | 'message'
  | 'document'
  | 'payment'
  | 'schedule'
  | 'account'
  | Exempt;

/** One call of the desk, for staff only. Parallel to the customers' `Endpoint`. */
export interface DeskEndpoint {
  /** `everyone` only for signing in; `staff` for everyone who has. */
  readonly may: DeskPermission | 'staff' | 'everyone';
  /** A second permission that the caller needs. */
  readonly andMay?: DeskPermission;
  readonly summary: string;
  readonly objects?: Readonly<Partial<Record<InputPlace, DeskObject>>>;
  /** Requires the passkey, or the identity provider, once more within the last five minutes. */
  readonly confirmed?: true;
  /** The event the handler writes to the audit log; every change must. */
  readonly records?: string | Exempt;
  /** Why changes may commit before that entry. Without it, a transaction that comes before the entry rolls back. */
  readonly recordsLate?: Exempt;
  /**
   * A request that is repeated with its idempotency key runs once and gets the first answer, as in the portal's
   * contract. Its answer must not contain secrets. For calls that would otherwise act twice.
   */
  readonly keyed?: true;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** {@link deskRedirection} for calls that the browser opens as a page, `deskFile` for downloads. */
  readonly answer: z.ZodType;
  readonly maxBodyBytes?: number;
}

export const deskRedirection = z.strictObject({ location: z.string() });

export const done = z.strictObject({});

export const customerId = z.string().min(1).max(40);
export const accountNumber = z.string().min(1).max(40);

/** Of a file that may leave once for each approval by a second person. */
export const approvedDownload = z.strictObject({
  /** Approved for the caller, and not downloaded yet. */
  mayDownload: z.boolean(),
  asked: z.boolean(),
  downloads: z.array(z.strictObject({ by: z.string(), approvedBy: z.string(), at: z.string() })),
});

/** Why something is looked at or done. Kept in the audit log. */
export const reason = z.string().trim().min(3).max(500);

/** An instant in ISO 8601. */
export const instant = z.string();

export type DeskApi = Readonly<Record<DeskCallKey, DeskEndpoint>>;

export function defineDeskApi<const Part extends DeskApi>(part: Part): Part {
  return part;
}

/** The body of every refusal. */
export interface DeskProblem {
  readonly error: string;
}
