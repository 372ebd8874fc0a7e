import { demonstrationBanks } from './demonstration-banks.ts';
import { findCardBrand } from '#common/payments/rules/card-brands.ts';
import { saveBanks } from '#server/payments-network/routing/bank-directory.queries.ts';
import type { Result } from '#common/core/results.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';
import {
  type PermittedOwner,
  saveBankAccount,
  saveCard,
  type SaveMethodError,
  setDefaultMethod,
} from '#server/payments/methods/payment-methods.command.ts';
import { listSavedMethods } from '#server/payments/methods/payment-methods.queries.ts';

const autoLoan = '101-004417-2';

/** Saved methods by customer; the first account is the loan's default. */
const examples: readonly Example[] = [
  {
    loginName: 'margaret.okafor',
    ownerName: ['Margaret', 'Okafor'],
    loan: autoLoan,
    accountNumber: '2200146789',
    cardNumber: '4242424242424242',
    hasDefault: true,
  },
  {
    loginName: 'sam.rivera',
    ownerName: ['Sam', 'Rivera'],
    loan: '101-006106-4',
    accountNumber: '2200163302',
    cardNumber: '5555555555554444',
    hasDefault: false,
  },
];

interface Example {
  readonly loginName: string;
  readonly ownerName: readonly [first: string, last: string];
  readonly loan: string;
  readonly accountNumber: string;
  readonly cardNumber: string;
  readonly hasDefault: boolean;
}

/**
 * Adds the fictional banks, and for some people a checking account and a card. Skips what an interrupted start has
 * already saved.
 */
export async function seedDemonstrationMethods(services: Services): Promise<void> {
  await saveBanks(services.database, demonstrationBanks);
  for (const example of examples) await seedMethods(services, example);
}

async function seedMethods(services: Services, example: Example): Promise<void> {
  const { database } = services;
  const user = await findUserByLogin(database, example.loginName);
  if (!user) return;
  const { userId } = user;
  const owner: PermittedOwner = { userId, companyNumber: 0, isSeeded: true };
  const [first, last] = example.ownerName;
  const [bank] = demonstrationBanks;
  allowRefusals(
    await saveBankAccount(services, owner, {
      AccountType: 'Checking',
      RoutingNumber: bank.routingNumber,
      AccountNumber: example.accountNumber,
      OwnerName: `${first} ${last}`,
      LoanAccountNumber: example.loan,
    }),
  );
  const account = (await listSavedMethods(database, userId)).find(({ type }) => type === 'ACH');
  if (account && example.hasDefault) await setDefaultMethod(services, owner, example.loan, account);
  allowRefusals(
    await saveCard(services, owner, {
      BillingAddress: { ZipCode: '04101', Address1: '12 Wharf Street', Address2: '', City: 'Portland', State: 'ME' },
      CardHolderFirstName: first,
      CardHolderLastName: last,
      CardNumber: example.cardNumber,
      ExpirationDate: '12/30',
      SecurityCode: '123',
      CardType: findCardBrand(example.cardNumber) ?? 'visa',
      DebitCreditType: 'DebitCard',
      LoanAccountNumber: example.loan,
    }),
  );
}

/** Ignores methods that a variant of the demonstration doesn't allow. Throws for any other error. */
function allowRefusals(saved: Result<unknown, SaveMethodError>): void {
  if (saved.ok || ['NotAllowed', 'Invalid', 'AlreadyExists'].includes(saved.error)) return;
  throw new Error(`The demonstration could not save a payment method: ${saved.error}`);
}
