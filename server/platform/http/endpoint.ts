import type { z } from 'zod';
import type { Contract } from '#common/contract/all-apis.ts';
import type { FollowUpStep } from '#common/identity/sign-in.api.ts';
import type { Services } from '#server/services.ts';
import type { SaveAnswer } from './answer-once.ts';

export type ContractKey = keyof Contract;

type SchemaOutput<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type SchemaInput<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;
type Field<Definition, Name extends string> = Definition extends Record<Name, infer Schema> ? Schema : undefined;

type Answers<Key extends ContractKey> = Contract[Key]['answers'];

/** Only statuses and shapes of the contract. */
export type Answer<Key extends ContractKey> = {
  [Status in keyof Answers<Key>]: { readonly status: Status; readonly body: SchemaInput<Answers<Key>[Status]> };
}[keyof Answers<Key>];

type SessionOf<Key extends ContractKey> = Contract[Key]['access'] extends 'public' ? Session | undefined : Session;

/** A request after session, parsing, gate and ownership checks. */
export interface Call<Key extends ContractKey> {
  readonly query: SchemaOutput<Field<Contract[Key], 'query'>>;
  readonly body: SchemaOutput<Field<Contract[Key], 'body'>>;
  readonly session: SessionOf<Key>;
  readonly services: Services;
  /** The object of the ticket in the address; empty without one. */
  readonly ticketObject: string;
  /** As reported by the trusted proxy, if any. */
  readonly ipAddress: string;
  /** The start of links in messages, e.g. `https://portal.bank.example`. */
  readonly siteUrl: string;
  header(name: string): string | undefined;
  readonly cookies: Cookies;
  /** Of a keyed call that changes something in one transaction: saves its answer there. */
  readonly saveAnswer: SaveAnswer;
}

export interface Cookies {
  readSession(): string | undefined;
  writeSession(value: string): void;
  clearSession(): void;
  /** Shows the banner while staff view the portal as a customer. */
  markView(): void;
  isView(): boolean;
  /** The token that identifies this browser for a user. */
  readDevice(userId: number): string | undefined;
  writeDevice(userId: number, value: string): void;
  /** Ties the steps of a recovery together. */
  readRecovery(): string | undefined;
  writeRecovery(value: string): void;
  clearRecovery(): void;
  /** Ties a passkey challenge to its browser. */
  readPasskeyRequest(): string | undefined;
  writePasskeyRequest(value: string): void;
  clearPasskeyRequest(): void;
  /** Proves that this browser verified an email address for a registration. */
  readVerifiedEmail(): string | undefined;
  writeVerifiedEmail(value: string): void;
  clearVerifiedEmail(): void;
}

/** The caller; `customerId` finds the customer's accounts. */
export interface Session {
  readonly sessionId: number;
  readonly userId: number;
  readonly loginName: string;
  readonly customerId: string;
  readonly companyNumber: number;
  /** Empty for every call that requires a session. */
  readonly pendingSteps: readonly FollowUpStep[];
  /** Null until the browser or phone is known. */
  readonly deviceId: number | null;
  /** When the session last proved its user, before this call; null if it never did. */
  readonly confirmedAt: Temporal.Instant | null;
  /** Staff see what the customer sees, and can change nothing. */
  readonly isView: boolean;
}

export type Handler<Key extends ContractKey> = (call: Call<Key>) => Promise<Answer<Key>>;

export type Handlers<Part> = { readonly [Key in Extract<keyof Part, ContractKey>]: Handler<Key> };

export function ok<Body>(body: Body): { readonly status: 200; readonly body: Body } {
  return { status: 200, body };
}

export function forbidden<Body>(body: Body): { readonly status: 403; readonly body: Body } {
  return { status: 403, body };
}
