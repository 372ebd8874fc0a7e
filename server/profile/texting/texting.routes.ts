import type { textingApi } from '#common/profile/texting.api.ts';
import { failed, noErrors } from '#common/contract/answers.ts';
import { phoneDigits } from '#common/profile/rules/phones.ts';
import { agreedToTexting } from '#server/institution/agreements/texting-terms.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { customerSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { type Handlers, ok, type Session } from '#server/platform/http/endpoint.ts';
import { getContacts } from '#server/messages/customer-contacts.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { changePhones } from '#server/host-tasks/change-phones.ts';
import type { Services } from '#server/services.ts';
import {
  NotTextable,
  type TextMessageProvider,
  TextProviderUnavailable,
  type TextSubscription,
} from '#server/platform/sms/text-message-provider.ts';
import { allSet, anySet, outcomesToWire } from './subscription-outcomes.wire.ts';

/** Each is a call to an outside service. */
const CALLS = { max: 60, withinSeconds: 600 };

export const textingHandlers: Handlers<typeof textingApi> = {
  'POST /api/SolutionsByText/GetSubscriptionInfo': async ({ body, session, services }) => {
    const { phone, provider } = await openTexting(services, session, body.PhoneNumber);
    const options = await unlessRefused(services, () => provider.listSubscriptions(phone));
    if (typeof options === 'string') return ok(failed(options));
    // Repairs a save that was interrupted earlier.
    await recordWhetherTexted(services, session, phone, options);
    const Options = options.map(({ brandingId, brandingName, marketing, account }) => ({
      BrandingId: brandingId,
      BrandingName: brandingName,
      OptInMarketing: marketing,
      OptInAccount: account,
    }));
    return ok({ ...noErrors, SubscriptionInfo: { Options } });
  },

  'POST /api/SolutionsByText/ModifySubscriptions': async ({ body, session, services }) => {
    const { phone, provider } = await openTexting(services, session, body.PhoneNumber);
    const optsIn = body.Options.some(
      ({ OptInMarketing, OptInAccount }) => OptInMarketing === true || OptInAccount === true,
    );
    if (optsIn && !(await agreedToTexting(services.database, services.institution, session.userId))) {
      return ok(failed('userDisagree'));
    }
    const changes = body.Options.map(({ BrandingId, OptInMarketing, OptInAccount }) => ({
      brandingId: BrandingId,
      marketing: OptInMarketing,
      account: OptInAccount,
    }));
    const outcomes = await unlessRefused(services, () => provider.changeSubscriptions(phone, changes));
    if (outcomes === 'Invalid') return ok(failed('Invalid'));
    // Without an answer, nothing counts as changed.
    if (typeof outcomes === 'string') return ok(failed(JSON.stringify(outcomesToWire(changes, []))));
    await inTransaction(services.database, (transaction) =>
      services.audit.record(transaction, {
        event: 'text-subscriptions-changed',
        userId: session.userId,
        details: { brands: outcomes.length, all: allSet(changes, outcomes) },
      }),
    );
    if (anySet(outcomes)) {
      const now = await unlessRefused(services, () => provider.listSubscriptions(phone));
      if (typeof now !== 'string') await recordWhetherTexted(services, session, phone, now);
    }
    return allSet(changes, outcomes) ? ok(noErrors) : ok(failed(JSON.stringify(outcomesToWire(changes, outcomes))));
  },
};

/**
 * Opens the provider for one of the customer's own phones, because another person's consent must not be seen or
 * changed.
 * @throws Refusal 404 for any other phone
 */
async function openTexting(
  services: Services,
  session: Session,
  typed: string,
): Promise<{ readonly phone: string; readonly provider: TextMessageProvider }> {
  const phone = phoneDigits(typed);
  const { phones } = await getContacts(services.host, session.customerId);
  if (!phones.some(({ number }) => number === phone)) throw new Refusal(404, 'NotFound');
  await limitRequests(services, `text-subscriptions:${session.userId}`, CALLS);
  if (!services.textMessages) throw new Refusal(403, 'NotOffered');
  return { phone, provider: services.textMessages };
}

/**
 * Copies the provider's state to the profile, also after a partial change or when the browser is gone. Texts always
 * require accepted terms.
 */
async function recordWhetherTexted(
  services: Services,
  { userId, customerId }: Session,
  phone: string,
  options: readonly TextSubscription[],
): Promise<void> {
  const { database, host, institution, audit } = services;
  const optedIn = options.some(({ marketing, account }) => marketing || account);
  const textsAgreed = optedIn && (await agreedToTexting(database, institution, userId));
  const readPhones = async () => (await getContacts(host, customerId)).phones;
  await readThenChange(database, customerSubject(customerId), readPhones, async (transaction, phones) => {
    const known = phones.find(({ number }) => number === phone);
    if (!known || known.textsAgreed === textsAgreed) return;
    const changed = phones.map((one) => (one.number === phone ? { ...one, textsAgreed } : one));
    await changePhones(services, transaction, customerId, changed);
    await audit.record(transaction, { event: 'phone-texting-changed', userId, details: { textsAgreed } });
  });
}

async function unlessRefused<Answer>(
  { log }: Services,
  ask: () => Promise<Answer>,
): Promise<Answer | 'Invalid' | 'Error'> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NotTextable) return 'Invalid';
    if (!(error instanceof TextProviderUnavailable)) throw error;
    log.warn({ err: error }, 'the text message provider did not answer');
    return 'Error';
  }
}
