import { tabStorage } from './browser-storage.ts';
import { paths } from '#web/paths.ts';
import type { Session } from './session.wire.ts';

/** The path and search of a screen that required signing in. */
export interface ReturnAddress {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

/** For a visitor who followed a link; the next person to sign in in this tab gets it. */
const ADDRESS_KEY = 'passbook.return-to';

/** For a customer whose session ended. Addresses contain account numbers, so only the same customer gets it. */
let ofCustomer: { readonly customerId: string; readonly address: ReturnAddress } | null = null;

/** After a session, Back leads to its addresses, which aren't links a visitor followed. */
let hadSession = false;

/** @param ended the session that ended there; null for a visitor's address */
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

/** Returns the address to open after sign-in, once; undefined for the dashboard. */
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
