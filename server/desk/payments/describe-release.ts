import { DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { type AccountUse, findAccountBlock } from '#server/payments/operator/release-bank-account.command.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

/**
 * For the person who approves.
 * @param account its name in the request
 * @throws DeskRefusal 409 if the account is not blocked
 */
export async function describeRelease(services: Services, transaction: Transaction, use: AccountUse, account: string) {
  const block = await findAccountBlock(services, transaction, use);
  if (!block) throw new DeskRefusal(409, 'NotBlocked');
  return {
    action: 'releaseBankAccount',
    input: { ...use, code: block.code, blockedAt: block.blockedAt.toString() },
    before: { [account]: `blocked, ${block.code}` },
    after: { [account]: 'may be drawn on' },
  } as const;
}
