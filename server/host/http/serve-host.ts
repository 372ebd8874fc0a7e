import { keysOf } from '#common/core/keys-of.ts';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createClock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { forStaff, type Reader } from '../host-accounts.ts';
import { HostRefused } from '../host-errors.ts';
import type { Host } from '../host.ts';
import { type AnswerOf, type InputOf, type OperationName, operations } from './protocol.ts';
import { SignatureChecker, signatureHeaders } from './signature.ts';

export interface HostServer {
  readonly url: string;
  close(): Promise<void>;
}

export interface HostServerSettings {
  readonly key: Uint8Array;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly bindAddress: string;
  readonly log: Log;
}

const MAX_BODY_BYTES = 1_000_000;

const machineClock = createClock('UTC');

const handlers: { readonly [Name in OperationName]: (host: Host, input: InputOf<Name>) => Promise<AnswerOf<Name>> } = {
  findCustomer: (host, { customerId }) => host.findCustomer(customerId),
  findCustomerByIdentity: (host, facts) => host.findCustomerByIdentity(facts),
  searchCustomers: (host, search) => host.searchCustomers(search),
  ssnMatches: (host, { customerId, ssn }) => host.ssnMatches(customerId, ssn),
  changeEmailAddress: (host, { customerId, emailAddress }) => host.changeEmailAddress(customerId, emailAddress),
  findContacts: (host, { customerId }) => host.findContacts(customerId),
  changeCustomerAddress: (host, { customerId, address }) => host.changeCustomerAddress(customerId, address),
  changePhones: (host, { customerId, phones }) => host.changePhones(customerId, phones),
  listAccounts: (host, { customerId, asOf, seesHidden }) => host.listAccounts(customerId, asOf, readerOf(seesHidden)),
  ownsAccount: (host, { customerId, accountNumber }) => host.ownsAccount(customerId, accountNumber),
  findLoan: (host, { customerId, accountNumber, asOf }) => host.findLoan(customerId, accountNumber, asOf),
  findLoanToDraw: (host, { customerId, accountNumber, asOf }) => host.findLoanToDraw(customerId, accountNumber, asOf),
  quotePayoff: (host, { customerId, accountNumber, on }) => host.quotePayoff(customerId, accountNumber, on),
  listHistory: (host, { customerId, accountNumber, page }) => host.listHistory(customerId, accountNumber, page),
  projectPayment: (host, plan) => host.projectPayment(plan),
  postPayment: (host, posting) => host.postPayment(posting),
  reversePayment: (host, reversal) => host.reversePayment(reversal),
  settleClearing: (host, settlement) => host.settleClearing(settlement),
  listPostings: (host, { paymentIds }) => host.listPostings(paymentIds),
  listLateLoans: (host, page) => host.listLateLoans(page),
  assessLateCharges: (host, assessment) => host.assessLateCharges(assessment),
  countLateCharges: (host, { on }) => host.countLateCharges(on),
  listLateCharges: (host, { customerId, accountNumber }) => host.listLateCharges(customerId, accountNumber),
  reverseLateCharge: (host, reversal) => host.reverseLateCharge(reversal),
  findLoanDetails: (host, { customerId, accountNumber, asOf, seesHidden }) =>
    host.findLoanDetails(customerId, accountNumber, asOf, readerOf(seesHidden)),
  findLoanStory: (host, { customerId, accountNumber, asOf }) => host.findLoanStory(customerId, accountNumber, asOf),
  findDeposit: (host, { customerId, accountNumber }) => host.findDeposit(customerId, accountNumber),
  listLoans: (host, { accountNumbers, asOf }) => host.listLoans(accountNumbers, asOf),
  changeMailingAddress: (host, change) => host.changeMailingAddress(change),
  hideFromWeb: (host, { accountNumber }) => host.hideFromWeb(accountNumber),
  showOnWeb: (host, { accountNumber }) => host.showOnWeb(accountNumber),
  listInsurances: (host, { accountNumber }) => host.listInsurances(accountNumber),
  listApplications: (host, { customerId, since }) => host.listApplications(customerId, since),
  findApplication: (host, { customerId, applicationNumber }) => host.findApplication(customerId, applicationNumber),
  addApplication: (host, added) => host.addApplication(added),
  takeApplicationNotice: (host, { customerId, at }) => host.takeApplicationNotice(customerId, at),
  findStatementAccount: (host, { customerId, accountNumber }) => host.findStatementAccount(customerId, accountNumber),
  readStatement: (host, { customerId, accountNumber, period }) => host.readStatement(customerId, accountNumber, period),
  readInterestOfYear: (host, { customerId, accountNumber, year }) =>
    host.readInterestOfYear(customerId, accountNumber, year),
  setStatementFormat: (host, { customerId, accountNumber, format }) =>
    host.setStatementFormat(customerId, accountNumber, format),
  listElectronicAccounts: (host, { after, limit }) => host.listElectronicAccounts(after, limit),
};

function readerOf(seesHidden: boolean): Reader | undefined {
  return seesHidden ? forStaff : undefined;
}

/** Serves a host over the host protocol: the reference implementation, with our own books behind it. */
export async function serveHost(host: Host, { key, port, bindAddress, log }: HostServerSettings): Promise<HostServer> {
  const app = Fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true });
  const checker = new SignatureChecker(key);
  // The signature covers the raw bytes, so they are parsed afterwards.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof HostRefused) return reply.code(409).send({ refusal: error.reason, message: error.message });
    const status = error instanceof z.ZodError || error instanceof SyntaxError ? 400 : statusOf(error);
    if (status >= 500) log.error({ err: error, url: request.url }, 'the host failed to answer');
    return reply.code(status).send({});
  });
  app.addHook('preHandler', async (request, reply) => {
    const problem = problemOf(request, checker);
    if (problem !== undefined) return reply.code(401).send({ problem });
    return undefined;
  });
  for (const name of keysOf(operations)) addOperation(app, host, name);
  const url = await app.listen({ host: bindAddress, port });
  return { url, close: () => app.close() };
}

function addOperation(app: FastifyInstance, host: Host, name: OperationName): void {
  const { input, answer } = operations[name];
  // Each handler matches the schema of its own name.
  const handle: (asked: Host, input: never) => Promise<unknown> = handlers[name];
  app.post(`/v1/${name}`, async (request) => {
    const parsed = z.decode<z.ZodType>(input, JSON.parse(bodyOf(request)));
    const answered = await handle(host, parsed as never);
    return answered === undefined ? {} : { answer: z.encode<z.ZodType>(answer, answered) };
  });
}

function problemOf(request: FastifyRequest, checker: SignatureChecker): string | undefined {
  const { headers, method, url: path } = request;
  const header = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : '';
  };
  const time = Number(header(signatureHeaders.time));
  const signed = { method, path, body: bodyOf(request), time, nonce: header(signatureHeaders.nonce) };
  if (!Number.isSafeInteger(time)) return 'wrong';
  return checker.find(signed, header(signatureHeaders.signature), machineClock.now().epochMilliseconds);
}

function bodyOf({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : '';
}

function statusOf(error: unknown): number {
  const { statusCode } = error as { readonly statusCode?: number };
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? statusCode : 500;
}
