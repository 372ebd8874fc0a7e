import type { InjectOptions } from 'fastify';
import type { ContractKey } from '#server/platform/http/endpoint.ts';
import { multipartBody } from './uploads.ts';
import { accountCalls } from './well-formed/account-calls.ts';
import { contactCalls } from './well-formed/contact-calls.ts';
import { identityCalls } from './well-formed/identity-calls.ts';
import { paymentCalls } from './well-formed/payment-calls.ts';
import type { WellFormedCall } from './well-formed/well-formed-call.ts';

export const FOREIGN_ACCOUNT = '101-004417-2';
export const UNKNOWN_ACCOUNT = '999-999999-9';

/** A valid request by li.wei for each call; a new call without a row doesn't compile. */
export const wellFormedCalls: Readonly<Record<ContractKey, WellFormedCall>> = {
  ...identityCalls,
  ...accountCalls,
  ...paymentCalls,
  ...contactCalls,
};

export function requestFor(
  key: ContractKey,
  change: (row: WellFormedCall) => WellFormedCall = (row) => row,
): InjectOptions {
  const [method = 'GET', path = ''] = key.split(' ');
  const { query, body, file } = change(wellFormedCalls[key]);
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  if (file) return { method, url: `${path}${search}`, ...multipartBody(body ?? {}, file) };
  return { method, url: `${path}${search}`, ...(body ? { payload: body } : {}) };
}

/** Changes one value of the call, e.g. at `body.Payment.Details.LoanAccountNumber`. */
export function withValueAt(row: WellFormedCall, place: string, value: unknown): WellFormedCall {
  const copy = structuredClone(row) as Record<string, unknown>;
  const names = place.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce<Record<string, unknown>>((at, name) => {
    if (typeof at[name] !== 'object' || at[name] === null) at[name] = {};
    return at[name] as Record<string, unknown>;
  }, copy);
  parent[last] = value;
  return copy;
}
