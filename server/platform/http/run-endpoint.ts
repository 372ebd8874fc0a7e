import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { contract } from '#common/contract/all-apis.ts';
import {
  type Access,
  type Endpoint,
  fileAnswer,
  type FileContent,
  type Gate,
  type TicketUse,
} from '#common/contract/contract.ts';
import { IDEMPOTENCY_HEADER } from '#common/contract/idempotency-header.ts';
import { uploadMessage } from '#server/platform/files/upload-message.ts';
import { endSessionNamedInAddress } from './tokens-in-addresses.ts';
import type { Services } from '#server/services.ts';
import type { ContractKey, Cookies, Handler, Session } from './endpoint.ts';
import { admitUpload } from './admit-upload.ts';
import { answerOnce, type SaveAnswer } from './answer-once.ts';
import { takeFileTurn } from './file-turns.ts';
import { valuesAt } from './input-places.ts';
import { receiveUpload } from './receive-upload.ts';
import { Refusal } from './refusal.ts';
import { sendFile } from './send-file.ts';
import { sessionCookies } from './session-cookies.ts';
import type { SessionReader } from './session-reader.ts';
import { isStorable } from './storable-input.ts';

export interface Exchange {
  readonly services: Services;
  readonly sessions: SessionReader;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Twice the nesting of any call in the contract. */
const MAX_LEVELS = 16;

export async function runEndpoint<Key extends ContractKey>(
  key: Key,
  handler: Handler<Key>,
  { services, sessions, request, reply }: Exchange,
): Promise<unknown> {
  const endpoint: Endpoint = contract[key];
  const cookies = sessionCookies(request, reply, services.config);
  if (await endSessionNamedInAddress(sessions, request.query as Readonly<Record<string, unknown>>)) {
    cookies.clearSession();
    throw new Refusal(401, 'Unauthorized');
  }
  const session = await readSession(sessions, request, cookies);
  if (!mayCall(endpoint.access, session)) throw new Refusal(401, 'Unauthorized');
  assertMayView(endpoint, session);
  if (!endpoint.upload)
    return answerCall(key, handler, { services, sessions, request, reply, cookies, session }, request.body);

  if (!session) throw new Refusal(401, 'Unauthorized');
  for (const gates of [endpoint.gate, endpoint.upload.gate]) proveOpen(gates, services);
  const admitted = await admitUpload(services, session);
  if (!admitted.ok) throw new Refusal(429, admitted.error, uploadMessage(services, admitted.error));
  const release = admitted.value;
  // Before the answer goes out, because the next file may follow at once.
  const releasingHandler = (async (given) => handler(given).finally(release)) as Handler<Key>;
  try {
    return await answerUpload(key, releasingHandler, { services, sessions, request, reply, cookies, session });
  } finally {
    release();
  }
}

async function answerUpload<Key extends ContractKey>(
  key: Key,
  handler: Handler<Key>,
  caller: Caller,
): Promise<unknown> {
  const { services, request } = caller;
  const endpoint: Endpoint = contract[key];
  const received = await receiveUpload(request, services.config.incomingFolder, endpoint.maxBodyBytes ?? 0);
  if (received === 'malformed') throw new Refusal(400, 'InvalidInput');
  if (received === 'tooLarge') throw new Refusal(413, 'FileTooLarge', uploadMessage(services, 'FileTooLarge'));
  try {
    return await answerCall(key, handler, caller, received.body);
  } finally {
    await received.discard();
  }
}

interface Caller extends Exchange {
  readonly cookies: Cookies;
  readonly session: Session | undefined;
}

async function answerCall<Key extends ContractKey>(
  key: Key,
  handler: Handler<Key>,
  { services, sessions, request, reply, cookies, session: caller }: Caller,
  sent: unknown,
): Promise<unknown> {
  const endpoint: Endpoint = contract[key];
  let session = caller;
  const query = parseInput(endpoint.query, request.query);
  const body = parseInput(endpoint.body, sent);
  let ticketObject = '';
  if (endpoint.ticket) {
    const opened = await openByTicket(sessions, cookies, endpoint.ticket, query as Readonly<Record<string, string>>);
    if (!opened) throw new Refusal(401, 'Unauthorized');
    ({ session, ticketObject } = opened);
    assertMayView(endpoint, session);
  }

  proveOpen(endpoint.gate, services);
  await proveOwnership(endpoint, session, { query, body }, services);

  const run = async (saveAnswer: SaveAnswer = () => Promise.resolve()) => {
    const giveBack = await takeTurnForFile(endpoint, session, reply);
    const answer = await handler({
      query,
      body,
      session,
      services,
      ticketObject,
      ipAddress: request.ip,
      siteUrl: services.config.publicUrl ?? `${request.protocol}://${request.host}`,
      header: (name: string) => readHeader(request, name),
      cookies,
      saveAnswer,
    } as unknown as Parameters<Handler<Key>>[0]).catch((error: unknown) => {
      giveBack();
      throw error;
    });
    const status = answer.status as number;
    return { status, body: answerSchema(key, status).parse(answer.body) };
  };
  const keyOfClient = endpoint.keyed ? readHeader(request, IDEMPOTENCY_HEADER) : undefined;
  const owner = session && (`user:${session.userId}` as const);
  const { status, body: content } =
    keyOfClient === undefined
      ? await run()
      : await answerOnce(services, { call: key, key: keyOfClient, owner, input: [query, body] }, run);

  if (endpoint.answers[200] === fileAnswer && status === 200) return sendFile(reply, content as FileContent);
  if (status === 303) return reply.redirect((content as { location: string }).location, 303);
  if (endpoint.contentType && status === 200) reply.type(endpoint.contentType);
  return reply.status(status).send(content);
}

function answerSchema(key: ContractKey, status: number): z.ZodType {
  const schema = (contract[key].answers as Record<number, z.ZodType>)[status];
  if (!schema) throw new Error(`${key} answered with a status that is not in its contract`);
  return schema;
}

/** The slot is released when the answer ends: a file is made while it is sent. */
async function takeTurnForFile(
  endpoint: Endpoint,
  session: Session | undefined,
  reply: FastifyReply,
): Promise<() => void> {
  if (endpoint.answers[200] !== fileAnswer || !session) return () => undefined;
  const giveBack = await takeFileTurn(session.userId);
  if (!giveBack) throw new Refusal(429, 'TooManyRequests');
  for (const end of ['finish', 'close'] as const) reply.raw.once(end, giveBack);
  // If the caller left while waiting, no event will release it.
  if (reply.raw.destroyed) giveBack();
  return giveBack;
}

function proveOpen(gates: Gate | readonly Gate[] | undefined, { institution }: Services): void {
  const isOpen = (gate: Gate) => [gate.switch].flat().some((key) => institution.options[key] === gate.is);
  if (![gates ?? []].flat().every(isOpen)) throw new Refusal(403, 'NotOffered');
}

/** Before sign-in is complete, only the remaining steps are allowed, the security code first. */
function mayCall(access: Access, session: Session | undefined): boolean {
  // The ticket is part of the input and is checked once that is parsed.
  if (access === 'public' || access === 'ticket') return true;
  if (!session) return false;
  return access === 'pending' ? !session.pendingSteps.includes('securityCode') : session.pendingSteps.length === 0;
}

/** @throws Refusal if staff view the portal as a customer, and the call changes something or shows a secret */
function assertMayView({ whileViewing }: Endpoint, session: Session | undefined): void {
  if (session?.isView && !whileViewing) throw new Refusal(403, 'ViewOnly');
}

async function readSession(
  sessions: SessionReader,
  request: FastifyRequest,
  cookies: Cookies,
): Promise<Session | undefined> {
  const cookie = cookies.readSession();
  const userToken = readHeader(request, 'usertoken');
  if (!cookie || !userToken) return undefined;
  return sessions.find(cookie, userToken);
}

/** Opens a new tab's session: its cookie, and a ticket in the address made for this call. */
async function openByTicket(
  sessions: SessionReader,
  cookies: Cookies,
  use: TicketUse,
  query: Readonly<Record<string, string>>,
): Promise<{ readonly session: Session; readonly ticketObject: string } | undefined> {
  const cookie = cookies.readSession();
  const session = cookie === undefined ? undefined : await sessions.findByCookie(cookie);
  if (!session || session.pendingSteps.length > 0) return undefined;
  const purpose = { action: use.action, object: objectOfTicket(use, query) };
  const ticket = query[use.parameter] ?? '';
  const ticketObject = await sessions.redeemTicket(ticket, session.sessionId, purpose);
  return ticketObject === undefined ? undefined : { session, ticketObject };
}

function objectOfTicket({ object }: TicketUse, query: Readonly<Record<string, string>>): string | null {
  if (object === 'ticket') return null;
  return object === undefined ? '' : (query[object.slice('query.'.length)] ?? '');
}

/** Unknown properties are refused because the contract's objects are strict. */
function parseInput(schema: z.ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined;
  if (nestsDeeperThan(MAX_LEVELS, input)) throw new Refusal(400, 'InvalidInput');
  const parsed = schema.safeParse(input ?? {});
  if (!parsed.success || !isStorable(parsed.data)) throw new Refusal(400, 'InvalidInput');
  return parsed.data;
}

/** Schemas recurse, and a body of a few kilobytes can have thousands of levels. */
function nestsDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => nestsDeeperThan(levels - 1, inner));
}

/** Gives a foreign account the same answer as a missing one. */
async function proveOwnership(
  endpoint: Endpoint,
  session: Session | undefined,
  input: { readonly query: unknown; readonly body: unknown },
  services: Services,
): Promise<void> {
  const places = Object.entries(endpoint.objects ?? {}).flatMap(([place, object]) =>
    object === 'account' ? place : [],
  );
  const numbers = new Set(places.flatMap((place) => valuesAt(input, place)));
  for (const number of numbers) {
    const owns = session && (await ownsAccount(endpoint, session, String(number), services));
    if (!owns) throw new Refusal(404, 'NotFound');
  }
}

async function ownsAccount(
  { sealsAccount }: Endpoint,
  { customerId }: Session,
  accountNumber: string,
  { host }: Services,
): Promise<boolean> {
  try {
    return await host.ownsAccount(customerId, accountNumber);
  } catch (error) {
    // The handler opens the sealed handle, and asks the host itself.
    if (sealsAccount) return true;
    throw error;
  }
}

function readHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return Array.isArray(value) ? value[0] : value;
}
