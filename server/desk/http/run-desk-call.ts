import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { deskContract } from '#common/desk/all-desk-apis.ts';
import { type DeskEndpoint, deskRedirection, done } from '#common/desk/desk-contract.ts';
import { type DeskFile, deskFile } from '#common/desk/desk-files.ts';
import { mayCall } from '#common/desk/permissions.ts';
import { IDEMPOTENCY_HEADER } from '#common/contract/idempotency-header.ts';
import { checkingChanges, inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { answerOnce, type KeyedCall, type SaveAnswer } from '#server/platform/http/answer-once.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { valuesAt } from '#server/platform/http/input-places.ts';
import { isStorable } from '#server/platform/http/storable-input.ts';
import { findOpenDeskSession } from '#server/desk/staff/desk-sessions.queries.ts';
import { findVisit } from '#server/desk/staff/desk-visits.queries.ts';
import type { Services } from '#server/services.ts';
import { deskCookies } from './desk-cookies.ts';
import { type DeskEntry, type DeskHandler, type DeskKey, DeskRefusal, type DeskSession } from './desk-endpoint.ts';

/** Other sites can't send it without asking first, which is never granted. */
const DESK_HEADER = 'passbook-desk';

const CONFIRMED_MINUTES = 5;

export interface DeskExchange {
  readonly services: Services;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Session, permission, input, confirmation, opened customer, handler, answer: in this order. */
export async function runDeskCall<Key extends DeskKey>(
  key: Key,
  handler: DeskHandler<Key>,
  { services, request, reply }: DeskExchange,
): Promise<unknown> {
  const endpoint: DeskEndpoint = deskContract[key];
  const cookies = deskCookies(request, reply, services.config);
  const cookie = cookies.readSession();
  const session = cookie === undefined ? undefined : await findOpenDeskSession(services, cookie);
  const given: Given = { customerIds: [] };
  let admitted = false;
  try {
    const visits = await admit(services, endpoint, session, request, given);
    admitted = true;
    const entries = { written: 0 };
    let saveAnswer: SaveAnswer | undefined;
    const keyOfClient = endpoint.keyed && session ? request.headers[IDEMPOTENCY_HEADER] : undefined;
    const assertRecorded = () => {
      if (typeof endpoint.records !== 'string' || entries.written > 0) return;
      throw new Error(`${key} has not written its audit entry ${endpoint.records}`);
    };
    const call = {
      query: given.query,
      body: given.body,
      session,
      services,
      ipAddress: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      deskUrl: deskUrlOf(services, request),
      siteUrl: services.config.publicUrl ?? `${request.protocol}://${request.host}`,
      address: request.url,
      cookies,
      idOf: (thing: string) =>
        typeof keyOfClient === 'string' && session
          ? idOfKey(services, [`staff:${session.staffId}`, key, keyOfClient, thing])
          : randomUUID(),
      record: writeEntries(services, { key, endpoint, session, visits, entries, save: () => saveAnswer }),
    } as unknown as Parameters<DeskHandler<Key>>[0];
    const run = async (save?: SaveAnswer): Promise<unknown> => {
      saveAnswer = save;
      const given = await (endpoint.recordsLate ? handler(call) : checkingChanges(assertRecorded, () => handler(call)));
      assertRecorded();
      return endpoint.answer.parse(given);
    };
    const answer =
      typeof keyOfClient === 'string' && session
        ? await runOnce(services, { call: key, key: keyOfClient, owner: `staff:${session.staffId}`, input: given }, run)
        : await run();
    return send(reply, endpoint, answer);
  } catch (error) {
    if (error instanceof DeskRefusal) {
      if (endpoint.may === 'everyone' && typeof endpoint.records === 'string') {
        // Before the handler has counted the try, anyone could fill the log.
        if (admitted) await recordRefusedEntry(services, key, error, request.ip);
      } else if (session && error.status !== 401) await recordRefusal(services, key, session, error, given);
      return reply.status(error.status).send({ error: error.message });
    }
    throw error;
  }
}

interface EntryWriter {
  readonly key: DeskKey;
  readonly endpoint: DeskEndpoint;
  readonly session: DeskSession | undefined;
  /** The reason for which each customer was opened. */
  readonly visits: ReadonlyMap<string, string>;
  readonly entries: { written: number };
  /** With the entry, a call with a key keeps its answer. */
  readonly save: () => SaveAnswer | undefined;
}

/** Returns the function with which a handler writes its entries of the audit log, in the transaction of its change. */
function writeEntries(services: Services, { key, endpoint, session, visits, entries, save }: EntryWriter) {
  return async (
    transaction: Transaction,
    entry: DeskEntry,
    by: Pick<DeskSession, 'staffId' | 'emailAddress'> | undefined = session,
  ): Promise<void> => {
    if (typeof endpoint.records !== 'string' || !by) throw new Error(`${key} must not write audit entries`);
    entries.written += 1;
    const reason = entry.reason ?? (entry.customerId === undefined ? undefined : visits.get(entry.customerId));
    await services.audit.record(transaction, {
      event: endpoint.records,
      userId: entry.userId ?? null,
      details: {
        ...entry.details,
        staffId: by.staffId,
        staff: by.emailAddress,
        ...(entry.customerId === undefined ? {} : { customerId: entry.customerId }),
        ...(reason === undefined ? {} : { reason }),
      },
    });
    // What commits in steps says when it is done; until then, it starts over after a crash and finds what it did.
    const usual = endpoint.answer === done && !endpoint.recordsLate ? {} : undefined;
    const answer = entry.answer ?? usual;
    if (answer !== undefined) await save()?.(transaction, answer);
  };
}

/** A UUID (version 8) that only this institution can compute. */
function idOfKey({ cipher }: Services, parts: readonly string[]): string {
  const bytes = Buffer.from(cipher.blindIndex(JSON.stringify(parts), 'keyed-id').subarray(0, 16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** @throws DeskRefusal if the key was used for something else, or the first request is still being answered */
async function runOnce(
  services: Services,
  keyed: KeyedCall,
  run: (saveAnswer: SaveAnswer) => Promise<unknown>,
): Promise<unknown> {
  try {
    const { body } = await answerOnce(services, keyed, async (saveAnswer) => ({
      status: 200,
      body: await run(saveAnswer),
    }));
    return body;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 422) throw new DeskRefusal(422, 'KeyReused');
    if (error.status === 503) throw new DeskRefusal(503, 'StillRunning');
    throw new DeskRefusal(400, 'InvalidInput');
  }
}

interface Given {
  query?: unknown;
  body?: unknown;
  customerIds: readonly string[];
}

/** Returns the reason given for each customer that the call names. */
async function admit(
  services: Services,
  endpoint: DeskEndpoint,
  session: DeskSession | undefined,
  request: FastifyRequest,
  given: Given,
): Promise<ReadonlyMap<string, string>> {
  const isPage = request.method === 'GET' && (endpoint.answer === deskRedirection || endpoint.answer === deskFile);
  if (!isPage && request.headers[DESK_HEADER] === undefined) throw new DeskRefusal(403, 'WrongOrigin');
  if (endpoint.may !== 'everyone') {
    if (!session) throw new DeskRefusal(401, 'SignIn');
    if (!mayCall(session.role, endpoint)) throw new DeskRefusal(403, 'NotPermitted');
  }
  if (await services.quarantine.isOn()) throw new DeskRefusal(503, 'Quarantined');
  given.query = parse(endpoint.query, request.query);
  given.body = parse(endpoint.body, request.body);
  given.customerIds = customersIn(endpoint, given);
  const visits = new Map<string, string>();
  for (const customerId of given.customerIds) {
    const visit = session && (await findVisit(services.database, session.sessionId, customerId));
    if (visit === undefined) throw new DeskRefusal(403, 'OpenFirst');
    visits.set(customerId, visit);
  }
  if (endpoint.confirmed && !wasConfirmed(services, session)) throw new DeskRefusal(403, 'ConfirmFirst');
  return visits;
}

function customersIn(endpoint: DeskEndpoint, input: Given): string[] {
  const places = Object.entries(endpoint.objects ?? {}).flatMap(([place, object]) =>
    object === 'customer' ? place : [],
  );
  return [...new Set(places.flatMap((place) => valuesAt({ query: input.query, body: input.body }, place)).map(String))];
}

function wasConfirmed({ clock }: Services, session: DeskSession | undefined): boolean {
  const confirmedAt = session?.confirmedAt;
  if (!confirmedAt) return false;
  return Temporal.Instant.compare(confirmedAt.add({ minutes: CONFIRMED_MINUTES }), clock.now()) > 0;
}

/** Unknown properties are refused because the contract's objects are strict. */
function parse(schema: z.ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(input ?? {});
  if (!parsed.success || !isStorable(parsed.data)) throw new DeskRefusal(400, 'InvalidInput');
  return parsed.data;
}

async function recordRefusal(
  { database, audit }: Services,
  key: string,
  { staffId, emailAddress }: DeskSession,
  refusal: DeskRefusal,
  { customerIds, body, query }: Given,
): Promise<void> {
  const named = (body ?? query) as Readonly<Record<string, unknown>> | undefined;
  await inTransaction(database, (transaction) =>
    audit.record(transaction, {
      event: 'desk-refused',
      userId: null,
      details: {
        call: key,
        code: refusal.message,
        staffId,
        staff: emailAddress,
        ...(customerIds[0] === undefined ? {} : { customerId: customerIds[0] }),
        ...(typeof named?.['reason'] === 'string' ? { reason: named['reason'] } : {}),
        ...(typeof named?.['paymentId'] === 'string' ? { paymentId: named['paymentId'] } : {}),
        ...(typeof named?.['workItemId'] === 'number' ? { workItemId: named['workItemId'] } : {}),
      },
    }),
  );
}

/** A refused sign-in. `staff` is empty if the person is unknown. */
async function recordRefusedEntry(
  { database, audit }: Services,
  key: string,
  { message, person }: DeskRefusal,
  ipAddress: string,
): Promise<void> {
  const { staffId = null, emailAddress: staff = '' } = person;
  const details = { call: key, code: message, ipAddress, staffId, staff };
  await inTransaction(database, (transaction) =>
    audit.record(transaction, { event: 'desk-sign-in-refused', userId: null, details }),
  );
}

function send(reply: FastifyReply, endpoint: DeskEndpoint, answer: unknown): unknown {
  if (endpoint.answer === deskRedirection) return reply.redirect((answer as { location: string }).location, 303);
  if (endpoint.answer !== deskFile) return reply.send(answer);
  const { fileName, contentType, content } = answer as DeskFile;
  return reply
    .type(contentType)
    .headers({
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      'content-security-policy': 'sandbox',
    })
    .send(typeof content === 'string' ? content : Buffer.from(content));
}

/** The address that passkeys and the identity provider are bound to; in production never taken from the request. */
function deskUrlOf({ config }: Services, request: FastifyRequest): string {
  return config.desk?.url ?? `${request.protocol}://${request.host}`;
}
