import type { z } from 'zod';
import type { Contract } from '#common/contract/all-apis.ts';
import type { FollowUpStep } from '#common/identity/rules/follow-up-steps.ts';
import type { Services } from '#server/services.ts';

export type ContractKey = keyof Contract;

type SchemaOutput<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type SchemaInput<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;
type Field<Definition, Name extends string> = Definition extends Record<Name, infer Schema> ? Schema : undefined;

type Answers<Key extends ContractKey> = Contract[Key]['answers'];

/** What a handler may answer: only statuses and shapes of the contract. */
export type Answer<Key extends ContractKey> = {
  [Status in keyof Answers<Key>]: { readonly status: Status; readonly body: SchemaInput<Answers<Key>[Status]> };
}[keyof Answers<Key>];

type SessionOf<Key extends ContractKey> = Contract[Key]['access'] extends 'public' ? Session | undefined : Session;

/** A request after session, parsing, gate and ownership: what is left is the work. */
export interface Call<Key extends ContractKey> {
  readonly query: SchemaOutput<Field<Contract[Key], 'query'>>;
  readonly body: SchemaOutput<Field<Contract[Key], 'body'>>;
  readonly session: SessionOf<Key>;
  readonly services: Services;
  /** What the ticket of the address was made for; empty without one. */
  readonly ticketObject: string;
  /** The client's address as the trusted proxy, if any, reports it. */
  readonly ipAddress: string;
  /** What links in messages begin with, e.g. `https://portal.harbor.example`. */
  readonly siteUrl: string;
  header(name: string): string | undefined;
  readonly cookies: Cookies;
}

export interface Cookies {
  readSession(): string | undefined;
  writeSession(value: string): void;
  clearSession(): void;
  /** The token by which this browser is known to a person's sign-in. */
  readDevice(userId: number): string | undefined;
  writeDevice(userId: number, value: string): void;
  /** What ties the steps of a recovery together. */
  readRecovery(): string | undefined;
  writeRecovery(value: string): void;
  clearRecovery(): void;
  /** What ties a passkey to the browser that was asked for it. */
  readPasskeyRequest(): string | undefined;
  writePasskeyRequest(value: string): void;
  clearPasskeyRequest(): void;
  /** The proof that this browser has verified an e-mail address for a registration. */
  readVerifiedEmail(): string | undefined;
  writeVerifiedEmail(value: string): void;
  clearVerifiedEmail(): void;
}

/** Who calls; the customer's accounts are found by `customerId`. */
export interface Session {
  readonly sessionId: number;
  readonly userId: number;
  readonly loginName: string;
  readonly customerId: string;
  readonly companyNumber: number;
  /** What is left to do before the session opens accounts; empty for every call that needs a session. */
  readonly pendingSteps: readonly FollowUpStep[];
  /** The browser or phone, once it is known. */
  readonly deviceId: number | null;
}

export type Handler<Key extends ContractKey> = (call: Call<Key>) => Promise<Answer<Key>>;

/** A feature's handlers, one for every endpoint of its part of the contract. */
export type Handlers<Part> = { readonly [Key in Extract<keyof Part, ContractKey>]: Handler<Key> };

export function ok<Body>(body: Body): { readonly status: 200; readonly body: Body } {
  return { status: 200, body };
}

export function forbidden<Body>(body: Body): { readonly status: 403; readonly body: Body } {
  return { status: 403, body };
}
