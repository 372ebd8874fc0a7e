import type { LightMyRequestResponse } from 'fastify';
import type { SignedInCaller, TestApp } from './test-app.ts';

/** Opens an address as a new tab does: with the cookie only. */
export function openTab(testApp: TestApp, caller: SignedInCaller, url: string): Promise<LightMyRequestResponse> {
  return testApp.app.inject({ method: 'GET', url, headers: { cookie: caller.headers.cookie } });
}

/** Gets a ticket and returns the download's address. */
export async function downloadAddress(
  caller: SignedInCaller,
  ask: { readonly url: string; readonly payload: Readonly<Record<string, unknown>> },
  addressOf: (ticket: string) => string,
): Promise<string> {
  const answer = await caller.call({ method: 'POST', ...ask });
  if (answer.statusCode !== 200) throw new Error(`No ticket: ${answer.statusCode} ${answer.body}`);
  return addressOf(answer.body);
}

export const historyDownload = {
  url: '/api/AccountHistory/RetrieveDownloadToken',
  addressOf: (ticket: string) => `/api/AccountHistory/DownloadAccountHistory?token=${ticket}`,
} as const;

export const payoffDownload = {
  url: '/api/PaymentInformation/RetrieveDownloadToken',
  addressOf: (ticket: string) => `/api/PaymentInformation/DownloadPayoffQuoteBreakdown?downloadToken=${ticket}`,
} as const;
