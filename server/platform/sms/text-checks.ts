import { type ConformanceCheck, demand, NotChecked } from '#server/platform/cli/conformance.ts';
import { createHttpTextMessages } from './http-text-messages.ts';
import { NotTextable, type TextMessageProvider, TextProviderUnavailable } from './text-message-provider.ts';

/** A text gateway that may send to `phone`. The checks send two texts at most, and put every consent back. */
export interface CheckedTextGateway {
  readonly url: string;
  /** Null if requests have no key. */
  readonly apiKey: string | null;
  readonly timeoutMs: number;
  /** Ten digits. Null sends and changes nothing. */
  readonly phone: string | null;
  /** Ten digits of a phone that takes no texts; null skips what needs one. */
  readonly landline: string | null;
}

/** Never assigned to a subscriber. */
export const NO_ONE = '5550100199';

const WITHOUT_PHONE = 'add --phone NUMBER with one of your phones; it gets one text';

/** The requirements of docs/text-gateway.md on a gateway. */
export const textChecks: readonly ConformanceCheck<CheckedTextGateway>[] = [
  {
    requirement: 'It refuses calls without key',
    async run(gateway) {
      if (gateway.apiKey === null) throw new NotChecked('set PASSBOOK_TEXT_MESSAGES_KEY');
      const asked = providerOf({ ...gateway, apiKey: null }).listSubscriptions(gateway.phone ?? NO_ONE);
      const answered = await asked.then(
        () => true,
        (error: unknown) => !(error instanceof TextProviderUnavailable),
      );
      demand(!answered, 'GET /telephones/NUMBER/subscriptions was answered without a key: refuse with 401');
    },
  },
  {
    requirement: 'The consents of a phone are listed, once for each brand, in the same order again',
    async run(gateway) {
      const provider = providerOf(gateway);
      const phone = gateway.phone ?? NO_ONE;
      const [first, second] = [await provider.listSubscriptions(phone), await provider.listSubscriptions(phone)];
      const brands = first.map(({ brandingId }) => brandingId);
      demand(brands.length > 0, 'no brand is listed: answer one for each name that texts come from');
      demand(new Set(brands).size === brands.length, 'a brand is listed twice');
      demand(JSON.stringify(first) === JSON.stringify(second), 'the same question got another answer');
    },
  },
  {
    requirement: 'A consent that is changed reads changed, null leaves one as it is, and others stay',
    async run({ phone, ...gateway }) {
      if (phone === null) throw new NotChecked(WITHOUT_PHONE);
      const provider = providerOf(gateway);
      const [before] = await provider.listSubscriptions(phone);
      demand(before !== undefined, 'no brand is listed');
      const { brandingId, account } = before;
      try {
        const [outcome] = await provider.changeSubscriptions(phone, [
          { brandingId, account: !account, marketing: null },
        ]);
        demand(outcome?.brandingId === brandingId, 'the outcome of the change is missing');
        demand(outcome.accountSet === true, 'accountSet must be true after a change that was made');
        demand(outcome.marketingSet === null, 'marketingSet must be null: no change of it was asked for');
        const [after] = await provider.listSubscriptions(phone);
        const expected = JSON.stringify({ ...before, account: !account });
        demand(JSON.stringify({ ...before, ...after }) === expected, 'the change does not read as it was made');
      } finally {
        await provider.changeSubscriptions(phone, [{ brandingId, account, marketing: null }]);
      }
    },
  },
  {
    requirement: 'A brand that is not known is not set',
    async run({ phone, ...gateway }) {
      if (phone === null) throw new NotChecked(WITHOUT_PHONE);
      const change = { brandingId: 'passbook-check', account: true, marketing: null };
      const [outcome] = await providerOf(gateway).changeSubscriptions(phone, [change]);
      demand(outcome?.accountSet !== true, 'an unknown brandingId was answered with accountSet true');
    },
  },
  {
    requirement: 'A text is accepted, and again with the same messageId (see that it arrives once)',
    async run({ phone, ...gateway }) {
      if (phone === null) throw new NotChecked(WITHOUT_PHONE);
      const message = { messageId: `passbook-check-${crypto.randomUUID()}`, to: phone, body: 'Passbook: a test text.' };
      await providerOf(gateway).send(message);
      await providerOf(gateway).send(message);
    },
  },
  {
    requirement: 'A phone that takes no texts is answered with 422',
    async run({ landline, ...gateway }) {
      if (landline === null) throw new NotChecked('add --landline NUMBER with a phone that takes no texts');
      const asked = providerOf(gateway).listSubscriptions(landline);
      const answer = await asked.catch((error: unknown) => error);
      demand(answer instanceof NotTextable, 'GET /telephones/NUMBER/subscriptions of a landline must answer 422');
    },
  },
];

function providerOf({
  url,
  ...options
}: Pick<CheckedTextGateway, 'url' | 'apiKey' | 'timeoutMs'>): TextMessageProvider {
  return createHttpTextMessages(url, options);
}
