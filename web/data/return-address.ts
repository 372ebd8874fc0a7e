import { tabStorage } from './browser-storage.ts';
import { paths } from '#web/paths.ts';
import type { Session } from './session.ts';

/** The path and search of a screen that somebody was kept from by the sign-in. */
export interface ReturnAddress {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

/** Of a visitor who opened a link. Whoever signs in next in this tab has it in front of them anyway. */
const ADDRESS_KEY = 'passbook.return-to';

/** Of a customer whose session ended: an address names accounts, so it is for the same customer only. */
let ofCustomer: { readonly customerId: string; readonly address: ReturnAddress } | null = null;

/** After a session in this page, Back leads to its addresses: they are no links that a visitor opened. */
let hadSession = false;

/** @param ended the session that has ended there; null for a visitor's address */
export function rememberAddress(address: ReturnAddress, ended: Session | 'signedOut' | null): void {
  if (hadSession && !ended) return;
  forgetAddress();
  hadSession = ended !== null;
  if (ended === 'signedOut' || !isWorthReturning(address)) return;
  if (ended) ofCustomer = { customerId: ended.customerId, address };
  else tabStorage.set(ADDRESS_KEY, JSON.stringify(address));
}

function isWorthReturning({ to }: ReturnAddress): boolean {
  return to.startsWith(`${paths.myAccount}/`) && to !== paths.dashboard;
}

function forgetAddress(): void {
  ofCustomer = null;
  tabStorage.remove(ADDRESS_KEY);
}

/** Where to go after a sign-in, once; undefined for the dashboard. */
export function takeReturnAddress(session: Session): ReturnAddress | undefined {
  const stored = tabStorage.get(ADDRESS_KEY);
  const address =
    ofCustomer?.customerId === session.customerId
      ? ofCustomer.address
      : stored !== null && !ofCustomer
        ? (JSON.parse(stored) as ReturnAddress)
        : undefined;
  forgetAddress();
  hadSession = true;
  return address;
}
