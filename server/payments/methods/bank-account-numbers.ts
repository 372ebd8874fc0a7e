import type { BankAccountEntry } from '#common/payments/rules/payment-types.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { findBlock } from './blocked-bank-accounts.queries.ts';

type Sealing = Pick<Services, 'cipher'>;
type Numbers = Pick<BankAccountEntry, 'routingNumber' | 'accountNumber'>;

export function sealNumbers(services: Sealing, numbers: Numbers, identity: string) {
  return {
    routingNumberSealed: services.cipher.encrypt(numbers.routingNumber, `${identity}:routing`),
    accountNumberSealed: services.cipher.encrypt(numbers.accountNumber, `${identity}:account`),
  };
}

/** Reverses `sealNumbers`. Throws if the numbers were sealed for another identity. */
export function unsealNumbers(
  services: Sealing,
  sealed: { readonly routingNumberSealed: Uint8Array; readonly accountNumberSealed: Uint8Array },
  identity: string,
) {
  return {
    routingNumber: services.cipher.decrypt(sealed.routingNumberSealed, `${identity}:routing`),
    accountNumber: services.cipher.decrypt(sealed.accountNumberSealed, `${identity}:account`),
  };
}

export function indexBankAccount(services: Sealing, numbers: Numbers): Uint8Array {
  return services.cipher.blindIndex(`${numbers.routingNumber}:${numbers.accountNumber}`, 'bank-account');
}

export async function isBlockedAccount(services: Sealing, queryable: Queryable, numbers: Numbers): Promise<boolean> {
  return (await findBlock(queryable, indexBankAccount(services, numbers))) !== undefined;
}
