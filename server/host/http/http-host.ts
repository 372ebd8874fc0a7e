import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { addressUnder } from '#server/platform/address-under.ts';
import { createClock } from '#server/platform/clock.ts';
import { assertNoTransaction } from '#server/platform/db/database.ts';
import { HostRefused, HostUnavailable } from '../host-errors.ts';
import type { Host } from '../host.ts';
import {
  type AnswerOf,
  answerEnvelope,
  type InputOf,
  type OperationName,
  operations,
  refusalEnvelope,
} from './protocol.ts';
import { signatureHeaders, signRequest } from './signature.ts';

export interface HttpHostSettings {
  readonly url: string;
  readonly key: Uint8Array;
  readonly timeoutMs: number;
}

const RETRY_PAUSE_MS = 150;

/** Signatures use the machine's time, even when the portal's clock is moved. */
const machineClock = createClock('UTC');

/** Calls a core system through the host protocol (docs/host-protocol.md). */
export function createHttpHost(settings: HttpHostSettings): Host {
  const call = <Name extends OperationName>(name: Name, input: InputOf<Name>) => callHost(settings, name, input);
  return {
    findCustomer: (customerId) => call('findCustomer', { customerId }),
    findCustomerByIdentity: (facts) => call('findCustomerByIdentity', facts),
    searchCustomers: (search) => call('searchCustomers', search),
    ssnMatches: (customerId, ssn) => call('ssnMatches', { customerId, ssn }),
    changeEmailAddress: (customerId, emailAddress) => call('changeEmailAddress', { customerId, emailAddress }),
    findContacts: (customerId) => call('findContacts', { customerId }),
    changeCustomerAddress: (customerId, address) => call('changeCustomerAddress', { customerId, address }),
    changePhones: (customerId, phones) => call('changePhones', { customerId, phones }),
    listAccounts: (customerId, asOf, reader) =>
      call('listAccounts', { customerId, asOf, seesHidden: reader?.seesHidden ?? false }),
    ownsAccount: (customerId, accountNumber) => call('ownsAccount', { customerId, accountNumber }),
    findLoan: (customerId, accountNumber, asOf) => call('findLoan', { customerId, accountNumber, asOf }),
    findLoanToDraw: (customerId, accountNumber, asOf) => call('findLoanToDraw', { customerId, accountNumber, asOf }),
    quotePayoff: (customerId, accountNumber, on) => call('quotePayoff', { customerId, accountNumber, on }),
    listHistory: (customerId, accountNumber, page) => call('listHistory', { customerId, accountNumber, page }),
    projectPayment: (plan) => call('projectPayment', plan),
    postPayment: (posting) => call('postPayment', posting),
    reversePayment: (reversal) => call('reversePayment', reversal),
    settleClearing: (settlement) => call('settleClearing', settlement),
    listPostings: (paymentIds) => call('listPostings', { paymentIds }),
    listLateLoans: (page) => call('listLateLoans', page),
    assessLateCharges: (assessment) => call('assessLateCharges', assessment),
    countLateCharges: (on) => call('countLateCharges', { on }),
    listLateCharges: (customerId, accountNumber) => call('listLateCharges', { customerId, accountNumber }),
    reverseLateCharge: (reversal) => call('reverseLateCharge', reversal),
    findLoanDetails: (customerId, accountNumber, asOf, reader) =>
      call('findLoanDetails', { customerId, accountNumber, asOf, seesHidden: reader?.seesHidden ?? false }),
    findLoanStory: (customerId, accountNumber, asOf) => call('findLoanStory', { customerId, accountNumber, asOf }),
    findDeposit: (customerId, accountNumber) => call('findDeposit', { customerId, accountNumber }),
    listLoans: (accountNumbers, asOf) => call('listLoans', { accountNumbers, asOf }),
    changeMailingAddress: (change) => call('changeMailingAddress', change),
    hideFromWeb: (accountNumber) => call('hideFromWeb', { accountNumber }),
    showOnWeb: (accountNumber) => call('showOnWeb', { accountNumber }),
    listInsurances: (accountNumber) => call('listInsurances', { accountNumber }),
    listApplications: (customerId, since) => call('listApplications', { customerId, since }),
    findApplication: (customerId, applicationNumber) => call('findApplication', { customerId, applicationNumber }),
    addApplication: (application) => call('addApplication', application),
    takeApplicationNotice: (customerId, at) => call('takeApplicationNotice', { customerId, at }),
    findStatementAccount: (customerId, accountNumber) => call('findStatementAccount', { customerId, accountNumber }),
    readStatement: (customerId, accountNumber, period) => call('readStatement', { customerId, accountNumber, period }),
    readInterestOfYear: (customerId, accountNumber, year) =>
      call('readInterestOfYear', { customerId, accountNumber, year }),
    setStatementFormat: (customerId, accountNumber, format) =>
      call('setStatementFormat', { customerId, accountNumber, format }),
    listElectronicAccounts: (after, limit) => call('listElectronicAccounts', { after, limit }),
  };
}

/** Retries a repeatable operation once, within the timeout. */
async function callHost<Name extends OperationName>(
  settings: HttpHostSettings,
  name: Name,
  input: InputOf<Name>,
): Promise<AnswerOf<Name>> {
  assertNoTransaction();
  const { repeatable, input: inputSchema, answer: answerSchema } = operations[name];
  const body = JSON.stringify(z.encode<z.ZodType>(inputSchema, input));
  let answer: unknown;
  try {
    answer = await send(settings, name, body);
  } catch (error) {
    if (!repeatable || !(error instanceof HostUnavailable) || error.why === 'late') throw error;
    await sleep(RETRY_PAUSE_MS);
    answer = await send(settings, name, body);
  }
  const decoded = z.safeDecode<z.ZodType>(answerSchema, answer);
  if (!decoded.success) {
    const places = decoded.error.issues.map(({ path }) => path.join('.')).join(', ');
    throw new HostUnavailable('failed', `The answer of the host to ${name} is not understood (${places})`);
  }
  return decoded.data as AnswerOf<Name>;
}

async function send({ url, key, timeoutMs }: HttpHostSettings, name: OperationName, body: string): Promise<unknown> {
  const address = addressUnder(url, `/v1/${name}`);
  // The host sees the whole path, including a prefix of its address.
  const path = address.pathname;
  const time = machineClock.now().epochMilliseconds;
  const nonce = randomUUID();
  let status: number;
  let answer: unknown;
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [signatureHeaders.time]: String(time),
        [signatureHeaders.nonce]: nonce,
        [signatureHeaders.signature]: signRequest(key, { method: 'POST', path, body, time, nonce }),
      },
      body,
      // Following redirects could leak the request.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    answer = await response.json();
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    const problem = isLate ? `did not answer ${name} within ${timeoutMs} ms` : `could not be reached for ${name}`;
    throw new HostUnavailable(isLate ? 'late' : 'unreachable', `The host ${problem}`, { cause: error });
  }
  if (status === 200) return answerEnvelope.parse(answer).answer;
  const refused = status === 409 ? refusalEnvelope.safeParse(answer) : undefined;
  if (refused?.success === true) throw new HostRefused(refused.data.refusal, refused.data.message);
  throw new HostUnavailable('failed', `The host answered ${name} with ${status}`);
}
