import { isHoldCodeIn, isPayable } from '#common/accounts/rules/account.ts';
import {
  changeHoldCode,
  findHoldCodeObstacle,
  type HoldCodeRefusal,
  settableHoldCodes,
} from '#server/accounts/servicing/change-hold-code.command.ts';
import { listCustomerLogins } from '#server/desk/customers/customer-logins.queries.ts';
import { forStaff } from '#server/host/host-accounts.ts';
import { changeRestriction } from '#server/identity/sign-in/restrict-user.command.ts';
import { findUserById } from '#server/identity/users/users.queries.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

export interface LoanOfCustomer {
  readonly accountNumber: string;
  readonly description: string;
  readonly holdCode: string;
  readonly obstacle: 'HasCode' | Exclude<HoldCodeRefusal, 'UnknownHoldCode' | 'HoldsChanged'> | null;
}

/** The loans whose owner the customer is, hidden ones too, and what keeps each from getting a code. */
export async function listLoansToHold(services: Services, customerId: string): Promise<LoanOfCustomer[]> {
  const accounts = await services.host.listAccounts(customerId, services.clock.today(), forStaff);
  return Promise.all(
    accounts.filter(isPayable).map(async ({ number: accountNumber, description, comment: holdCode }) => {
      const change = { customerId, accountNumber, wanted: '', before: holdCode };
      const found = await findHoldCodeObstacle(services, change);
      const obstacle = found === 'UnknownHoldCode' || found === 'HoldsChanged' ? null : (found ?? null);
      return { accountNumber, description, holdCode, obstacle: obstacle ?? (holdCode === '' ? null : 'HasCode') };
    }),
  );
}

/** Whether a code says that the customer has died, so their logins are restricted. */
function isOfDeceased({ institution }: Pick<Services, 'institution'>, code: string): boolean {
  return isHoldCodeIn(code, institution.options['deskOptions.deceasedHoldCodes']);
}

interface HoldOnCustomer {
  readonly customerId: string;
  readonly code: string;
}

interface Decision {
  readonly by: string;
  readonly reason: string;
}

/**
 * Sets a code on every loan of a customer that has none; one for the deceased restricts the logins first. Each loan is
 * a change of its own, so that one which can't be changed doesn't keep the code from the others. Safe to repeat.
 * @param within runs in the transaction of each change
 */
export async function holdCustomer(
  services: Services,
  { customerId, code }: HoldOnCustomer,
  decision: Decision,
  within: (
    transaction: Transaction,
    changed: { readonly accountNumber: string } | { readonly userId: number },
  ) => Promise<void>,
): Promise<{ readonly loans: readonly string[]; readonly logins: number }> {
  const logins = isOfDeceased(services, code)
    ? await restrictLogins(services, customerId, code, { restricted: true, by: decision.by }, within)
    : 0;
  const loans: string[] = [];
  for (const { accountNumber, obstacle } of await listLoansToHold(services, customerId)) {
    if (obstacle !== null) continue;
    const change = { customerId, accountNumber, wanted: code, before: '' };
    const changed = await changeHoldCode(services, change, decision, (transaction) =>
      within(transaction, { accountNumber }),
    );
    if (changed.ok) loans.push(accountNumber);
  }
  return { loans, logins };
}

/**
 * Lifts a code from every loan of a customer that has it, and opens the logins that it restricted, if wanted.
 * @param within runs in the transaction of the first change
 * @returns whether anything was lifted
 */
export async function liftCustomerHold(
  services: Services,
  { customerId, code, releaseLogins }: HoldOnCustomer & { readonly releaseLogins: boolean },
  decision: Decision,
  within: (transaction: Transaction) => Promise<void>,
): Promise<boolean> {
  let lifted = false;
  const first = async (transaction: Transaction) => {
    if (!lifted) await within(transaction);
  };
  for (const { accountNumber, holdCode } of await listLoansToHold(services, customerId)) {
    if (!isHoldCodeIn(code, [holdCode])) continue;
    const change = { customerId, accountNumber, wanted: '', before: holdCode };
    const changed = await changeHoldCode(services, change, decision, first);
    lifted ||= changed.ok;
  }
  if (releaseLogins) {
    const opened = await restrictLogins(services, customerId, code, { restricted: false, by: decision.by }, first);
    lifted ||= opened > 0;
  }
  return lifted;
}

/** Opens only what the code restricted. Returns how many logins changed. */
function restrictLogins(
  services: Services,
  customerId: string,
  code: string,
  restriction: { readonly restricted: boolean; readonly by: string },
  within: (transaction: Transaction, changed: { readonly userId: number }) => Promise<void>,
): Promise<number> {
  return inTransaction(services.database, async (transaction) => {
    let changed = 0;
    for (const { userId, restricted, restrictedByCode } of await listCustomerLogins(transaction, customerId)) {
      const user = await findUserById(transaction, userId);
      if (!user || restricted === restriction.restricted) continue;
      if (restricted && !isRestrictedBy(code, restrictedByCode)) continue;
      await changeRestriction(services, transaction, user, { ...restriction, holdCode: code });
      if (changed === 0 || restriction.restricted) await within(transaction, { userId });
      changed += 1;
    }
    return changed;
  });
}

/** Whether a login is restricted because of a hold code; staff may have restricted it for another reason. */
export function isRestrictedBy(code: string, restrictedByCode: string | null): boolean {
  return restrictedByCode !== null && isHoldCodeIn(code, [restrictedByCode]);
}

/** The codes of `deskOptions.holdCodes`, with what each does. */
export function codesForCustomers(services: Services) {
  return [...settableHoldCodes(services)].map(([code, words]) => ({
    code,
    words,
    isOfDeceased: isOfDeceased(services, code),
  }));
}
