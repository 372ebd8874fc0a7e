import { randomUUID } from 'node:crypto';
import { failure, type Result, success } from '#common/core/results.ts';
import { tryEach } from '#server/host-tasks/try-each.ts';
import { ProcessorUnavailable } from '#server/payments-network/card-processor.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import {
  type CardSetupRow,
  deleteCardSetup,
  findCardSetup,
  insertCardSetup,
  listCardSetups,
} from './card-setups.queries.ts';
import { insertCard, type MethodOwner } from './insert-card.ts';
import { findSavedCard } from './payment-methods.queries.ts';

/** How long a customer may take to confirm a card. Later the portal forgets it; nothing is charged either way. */
const CONFIRM_WITHIN_MINUTES = 15;

/** `NotConfirmed`: refused by the bank, or not decided yet. */
export type EndSetupError = 'NotConfirmed' | 'AlreadyExists' | 'Connection';

/**
 * Keeps a card that the customer has to confirm at the bank before it is saved (3-D Secure).
 * Returns undefined if the portal doesn't show pages of that origin.
 */
export async function beginConfirmation(
  services: Services,
  { userId }: Pick<MethodOwner, 'userId'>,
  {
    token,
    confirmUrl: url,
    debitCredit,
  }: Pick<CardSetupRow, 'token' | 'debitCredit'> & { readonly confirmUrl: string },
): Promise<CardSetupRow | undefined> {
  const { origin } = new URL(url);
  const allowed = services.institution.options['paymentOptions.cardConfirmationOrigin'];
  if (allowed === '' || new URL(allowed).origin !== origin) {
    services.log.error({ origin }, 'the card processor wants a confirmation on a page that the portal does not show');
    return undefined;
  }
  const setup = { setupId: randomUUID(), userId, token, debitCredit, url, begunAt: services.clock.now() };
  await insertCardSetup(services.database, setup);
  return setup;
}

function endsAt({ begunAt }: CardSetupRow): Temporal.Instant {
  return begunAt.add({ minutes: CONFIRM_WITHIN_MINUTES });
}

export function minutesToConfirmCard({ clock }: Pick<Services, 'clock'>, setup: CardSetupRow): number {
  const left = clock.now().until(endsAt(setup));
  return Math.max(1, left.round({ smallestUnit: 'minute', roundingMode: 'ceil' }).total('minutes'));
}

/**
 * The customer came back from the bank's page, or gives the card up. Saves the card if the processor says that it is
 * confirmed. Idempotent: after a lost answer, the same call finds the card that the first one saved.
 */
export async function endCardSetup(
  services: Services,
  { userId }: Pick<MethodOwner, 'userId'>,
  { setupId, givesUp }: { readonly setupId: string; readonly givesUp: boolean },
): Promise<Result<void, EndSetupError>> {
  const setup = await findCardSetup(services.database, userId, setupId);
  if (!setup) return endedAs(services, userId, setupId);
  if (givesUp) {
    await inTransaction(services.database, (transaction) => deleteCardSetup(transaction, setupId));
    return success(undefined);
  }
  try {
    return await saveIfConfirmed(services, setup);
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error;
    return failure('Connection');
  }
}

async function endedAs(services: Services, userId: number, setupId: string): Promise<Result<void, 'NotConfirmed'>> {
  return (await findSavedCard(services.database, userId, setupId)) ? success(undefined) : failure('NotConfirmed');
}

/**
 * The card takes the number of its setup, so it is saved once.
 * @throws ProcessorUnavailable
 */
async function saveIfConfirmed(
  services: Services,
  { setupId, userId, token, debitCredit }: CardSetupRow,
): Promise<Result<void, EndSetupError>> {
  const card = await services.cardProcessor.findCard(token);
  if (!card) return failure('NotConfirmed');
  const saved = await inTransaction(services.database, async (transaction) => {
    if (!(await deleteCardSetup(transaction, setupId))) return 'elsewhere';
    const isNew = await insertCard(services, transaction, { userId }, { ...card, debitCredit, profileId: setupId });
    return isNew ? 'new' : 'known';
  });
  if (saved === 'elsewhere') return endedAs(services, userId, setupId);
  return saved === 'new' ? success(undefined) : failure('AlreadyExists');
}

/**
 * Saves cards that were confirmed although the customer never came back: the tab was closed, or a server died. Forgets
 * those whose time is over.
 */
export async function finishCardSetups(services: Services, stopping: AbortSignal): Promise<void> {
  await tryEach(services, await listCardSetups(services.database), {
    work: async (setup) => {
      const saved = await saveIfConfirmed(services, setup);
      const isOver = Temporal.Instant.compare(services.clock.now(), endsAt(setup)) >= 0;
      if (saved.ok || !isOver) return;
      await inTransaction(services.database, (transaction) => deleteCardSetup(transaction, setup.setupId));
    },
    nameOf: ({ setupId }) => ({ setupId }),
    failure: 'could not ask about the confirmation of a card',
    stopping,
  });
}
