import type { FilledText } from '#common/contract/all-texts.ts';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import { tellSecurityChange } from '#server/identity/users/tell-security-change.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { insertSavedCard, type NewSavedCard } from './payment-methods.queries.ts';

/** The demonstration saves methods without a session. */
export interface MethodOwner {
  readonly userId: number;
  /** True for demonstration data: no email is sent. */
  readonly isSeeded?: boolean;
}

/** Saves a card and tells its owner. Returns false if it is saved already. */
export async function insertCard(
  services: Services,
  transaction: Transaction,
  owner: MethodOwner,
  card: Omit<NewSavedCard, 'userId' | 'at'>,
): Promise<boolean> {
  const inserted = await insertSavedCard(transaction, { ...card, userId: owner.userId, at: services.clock.now() });
  if (!inserted) return false;
  await recordMethodEvent(services, transaction, 'payment-method-added', owner, 'Card');
  await tellNewMethod(services, transaction, owner, {
    key: 'securityMail.cardAddedBody',
    values: { lastFour: card.lastFour },
  });
  return true;
}

export async function tellNewMethod(
  services: Services,
  transaction: Transaction,
  { userId, isSeeded = false }: MethodOwner,
  body: FilledText<'securityMail.cardAddedBody' | 'securityMail.bankAccountAddedBody'>,
): Promise<void> {
  if (isSeeded) return;
  await tellSecurityChange(services, transaction, { userId, subject: 'securityMail.methodSubject', body });
}

export async function recordMethodEvent(
  services: Services,
  transaction: Transaction,
  event: string,
  owner: MethodOwner,
  method?: PaymentType,
): Promise<void> {
  const details = method === undefined ? {} : { method };
  await services.audit.record(transaction, { event, userId: owner.userId, details });
}
