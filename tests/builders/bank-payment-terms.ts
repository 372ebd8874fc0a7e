import type { Institution } from '#common/institution/institution.ts';
import { insertAgreementRecords } from '#server/institution/agreements/agreements.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';

interface Customer {
  readonly user_id: number;
  readonly customer_id: string;
}

/** Accepts the institution's terms of bank payments, without which no bank account can be saved or drafted. */
export async function acceptBankPaymentTerms(
  transaction: Transaction,
  { agreements }: Pick<Institution, 'agreements'>,
  customers: readonly Customer[],
  at: Temporal.Instant,
): Promise<void> {
  for (const { user_id: userId, customer_id: customerId } of customers) {
    await insertAgreementRecords(transaction, {
      userId,
      customerId,
      agreements: agreements.filter(({ whenToAgree }) => whenToAgree.includes('ach')),
      whenToAgree: 'ach',
      ipAddress: '198.51.100.7',
      at,
    });
  }
}
