import type { MailingAddress } from '#common/core/mailing-address.ts';
import type { requestsApi } from '#common/desk/requests.api.ts';
import { isEmptyPhone } from '#common/profile/rules/contact-change.ts';
import { phoneDigits } from '#common/profile/rules/phones.ts';
import { type DeskCall, type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { toShown } from '#server/desk/documents/documents.routes.ts';
import { findRequestReason } from '#server/desk/staff/desk-audit.queries.ts';
import { findStaff } from '#server/desk/staff/staff.queries.ts';
import { listEvidenceOf } from '#server/documents/desk-documents.queries.ts';
import { forStaff } from '#server/host/host-accounts.ts';
import { getContacts } from '#server/messages/customer-contacts.ts';
import {
  type ChangeRequest,
  type CustomerRequest,
  type FormRequest,
  countOpenRequests,
  findRequest,
  listAskersAbout,
  listOpenRequests,
} from '#server/profile/customer-requests.queries.ts';
import { decideFormRequest } from '#server/profile/forms/decide-form.command.ts';
import {
  approveContactChange,
  declineContactChange,
  mailingAddressOf,
} from '#server/profile/request-change/decide-contact-change.command.ts';
import type { Services } from '#server/services.ts';

const ROWS_PER_PAGE = 50;

export const requestsHandlers: DeskHandlers<typeof requestsApi> = {
  'GET /api/desk/requests': async ({ services, query: { page = 0 } }) => {
    const { database } = services;
    const [found, count] = await Promise.all([
      listOpenRequests(services, database, { offset: page * ROWS_PER_PAGE, limit: ROWS_PER_PAGE + 1 }),
      countOpenRequests(database),
    ]);
    return {
      requests: await Promise.all(found.slice(0, ROWS_PER_PAGE).map((request) => toSummary(services, request))),
      count,
      hasMore: found.length > ROWS_PER_PAGE,
    };
  },

  'GET /api/desk/request': async ({ services, query }) => {
    const request = await getRequest(services, query);
    const { status, decidedBy, decidedAt, withdrawnAt, answer, customerId, requestId } = request;
    const { database } = services;
    const decider = decidedBy === null ? undefined : await findStaff(database, decidedBy);
    const isForm = request.kind === 'form';
    return {
      ...(await toSummary(services, request)),
      status,
      decidedBy: decider?.name ?? '',
      decidedAt: decidedAt?.toString() ?? null,
      decisionReason: decidedAt === null ? '' : await findRequestReason(database, { customerId, requestId }),
      withdrawnAt: withdrawnAt?.toString() ?? null,
      answer,
      answers: isForm ? [...request.content.answers] : [],
      files: isForm ? (await listEvidenceOf(database, customerId, requestId)).map(toShown) : [],
      othersAsking: await listOthers(services, request),
      values: isForm ? [] : await compare(services, request),
    };
  },

  'POST /api/desk/requests/approve': async (call) => {
    const { services, session, body } = call;
    const request = await getRequest(services, body);
    if (request.kind === 'form') return answerForm(call, request, 'approved');
    // They would reach nobody.
    if (body.words !== '') throw new DeskRefusal(400, 'InvalidInput');
    const decision = { staffId: session.staffId, by: session.emailAddress, reason: body.reason };
    const made = await approveContactChange(services, request, decision, recordDecision(call));
    if (!made.ok) throw new DeskRefusal(409, made.error);
    return {};
  },

  'POST /api/desk/requests/decline': async (call) => {
    const { services, session, body } = call;
    const request = await getRequest(services, body);
    if (request.kind === 'form') return answerForm(call, request, 'declined');
    const decision = { staffId: session.staffId, words: body.words };
    const declined = await declineContactChange(services, request, decision, recordDecision(call));
    if (!declined.ok) throw new DeskRefusal(409, declined.error);
    return {};
  },
};

type DecidingCall = DeskCall<'POST /api/desk/requests/approve' | 'POST /api/desk/requests/decline'>;

const MIN_WORDS = 3;

async function answerForm(call: DecidingCall, request: FormRequest, status: 'approved' | 'declined') {
  const { services, session, siteUrl, body } = call;
  if (body.words.length < MIN_WORDS) throw new DeskRefusal(400, 'InvalidInput');
  const decision = { status, staffId: session.staffId, words: body.words, siteUrl };
  const answered = await decideFormRequest(services, request, decision, recordDecision(call));
  if (!answered.ok) throw new DeskRefusal(409, answered.error);
  return {};
}

function recordDecision({ body: { customerId, requestId, reason }, record }: DecidingCall) {
  return (transaction: Parameters<DecidingCall['record']>[0]) =>
    record(transaction, { customerId, reason, details: { requestId } });
}

async function getRequest(
  services: Services,
  { customerId, requestId }: { readonly customerId: string; readonly requestId: number },
): Promise<CustomerRequest> {
  const request = await findRequest(services, services.database, requestId);
  if (request?.customerId !== customerId) throw new DeskRefusal(404, 'NotFound');
  return request;
}

async function toSummary({ host }: Services, request: CustomerRequest) {
  const { requestId, customerId, requestedAt } = request;
  const customer = await host.findCustomer(customerId);
  return {
    requestId,
    customerId,
    customerName: customer?.personalName ?? '',
    form: request.kind === 'form' ? request.content.title : null,
    accountNumber: request.kind === 'form' ? request.accountNumber : null,
    asks: request.kind === 'form' ? [] : asksOf(request),
    requestedAt: requestedAt.toString(),
  };
}

function asksOf({ fields }: ChangeRequest) {
  return [...(fields.addresses ? (['address'] as const) : []), ...(fields.phones ? (['phone'] as const) : [])];
}

const MAX_OTHERS = 10;

/** Owners of one loan may each ask for something else. */
async function listOthers({ database }: Services, request: CustomerRequest) {
  if (request.kind !== 'form' || request.accountNumber === null) return [];
  const askers = await listAskersAbout(database, request.accountNumber, MAX_OTHERS);
  return askers.filter(({ customerId }) => customerId !== request.customerId);
}

/** Each value as it is on file, as the customer gave it, and as it would be. */
async function compare({ clock, host }: Services, { customerId, fields }: ChangeRequest) {
  const { addresses, accountNumbers } = fields;
  const contacts = await getContacts(host, customerId);
  const loans = await Promise.all(
    (addresses ? accountNumbers : []).map(async (accountNumber) => {
      const details = await host.findLoanDetails(customerId, accountNumber, clock.today(), forStaff);
      const onFile = details ? lineOf(details.mailingAddress) : '';
      return { name: `Address of loan ${accountNumber}`, onFile };
    }),
  );
  const given = addresses && {
    old: lineOf(mailingAddressOf(addresses.old)),
    wanted: lineOf(mailingAddressOf(addresses.new)),
  };
  const phones = fields.phones ? [fields.phones.first, fields.phones.second] : [];
  return [
    ...(given
      ? [{ name: "Customer's address", onFile: lineOf(contacts.address) }, ...loans].map((place) => ({
          ...place,
          ...given,
        }))
      : []),
    ...phones
      .filter((phone) => !isEmptyPhone(phone))
      .map(({ oldPhoneNumber, newPhoneNumber }) => {
        const isOnFile = contacts.phones.some(({ number }) => number === phoneDigits(oldPhoneNumber));
        return { name: 'Phone', onFile: isOnFile ? oldPhoneNumber : '', old: oldPhoneNumber, wanted: newPhoneNumber };
      }),
  ];
}

function lineOf({ address1, city, state, zipCode }: MailingAddress): string {
  return `${address1}, ${city}, ${state} ${zipCode}`;
}
