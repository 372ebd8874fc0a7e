import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Intent {
  readonly id: string;
  status: string;
  readonly amount: number;
  readonly created: number;
  readonly metadata: Record<string, string>;
  last_payment_error: object | null;
  latest_charge: { id: string; refunded: boolean; amount_refunded: number; disputed: boolean } | null;
  readonly payment_method: string | undefined;
  next_action: object | null;
  cancellation_reason: string | null;
}

/** A card that the browser is setting up for later charges. */
interface Setup {
  readonly id: string;
  readonly client_secret: string;
  status: string;
  readonly customer: string;
  payment_method: string | null;
  next_action: object | null;
  last_setup_error: object | null;
}

type Answer = readonly [status: number, body: object];

/**
 * Answers as Stripe's public API does, as far as our adapter uses it: the shapes of its OpenAPI description, its
 * idempotency keys, and a search that can lag behind.
 */
export async function startFakeStripe() {
  const intents = new Map<string, Intent>();
  const setups = new Map<string, Setup>();
  const methods = new Map<string, object>();
  const keys = new Map<string, { readonly sent: string; readonly answer: Answer }>();
  const calls: string[] = [];
  const refunds: { readonly intentId: string; readonly metadata: Record<string, string> }[] = [];
  /** By the intent they are about. */
  const disputes = new Map<string, object>();
  const state = {
    searchLags: false,
    /** A payment method whose bank wants the cardholder to confirm. */
    confirmedMethod: '',
    losesAnswerOf: '',
    declineWith: {} as Record<string, object>,
    second: 1_790_000_000,
  };

  function createIntent(form: URLSearchParams): Answer {
    const metadata = Object.fromEntries(
      [...form].flatMap(([name, value]) => {
        const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
        return key === undefined ? [] : [[key, value]];
      }),
    );
    const method = form.get('payment_method') ?? undefined;
    if (method === 'pm_unknown') return refuse(400, { type: 'invalid_request_error', code: 'resource_missing' });
    const intent: Intent = {
      id: `pi_${intents.size + 1}`,
      status: method ? 'requires_confirmation' : 'requires_payment_method',
      amount: Number(form.get('amount')),
      created: state.second,
      metadata,
      last_payment_error: null,
      latest_charge: null,
      payment_method: method,
      next_action: null,
      cancellation_reason: null,
    };
    intents.set(intent.id, intent);
    return [200, { ...intent, object: 'payment_intent' }];
  }

  function changeIntent(id: string, act: string, form: URLSearchParams): Answer {
    const intent = intents.get(id);
    if (!intent) return refuse(404, { type: 'invalid_request_error', code: 'resource_missing' });
    if (['succeeded', 'canceled'].includes(intent.status)) {
      return refuse(400, { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' });
    }
    if (act === 'cancel') {
      intent.status = 'canceled';
      intent.cancellation_reason = form.get('cancellation_reason');
      return [200, intent];
    }
    if (intent.payment_method === state.confirmedMethod) {
      const returnUrl = form.get('return_url');
      if (returnUrl === null) return declineIntent(intent, { code: 'authentication_required' });
      intent.status = 'requires_action';
      const url = `https://hooks.stripe.com/redirect/authenticate/${id}`;
      intent.next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } };
      return [200, intent];
    }
    const declined = state.declineWith[intent.payment_method ?? ''];
    if (declined) return declineIntent(intent, declined);
    succeed(intent);
    return [200, intent];
  }

  function declineIntent(intent: Intent, error: object): Answer {
    intent.status = 'requires_payment_method';
    intent.next_action = null;
    intent.last_payment_error = { type: 'card_error', ...error };
    return refuse(402, { type: 'card_error', ...error });
  }

  function succeed(intent: Intent): void {
    intent.status = 'succeeded';
    intent.next_action = null;
    intent.latest_charge = { id: `ch_${intent.id}`, refunded: false, amount_refunded: 0, disputed: false };
  }

  function answer(method: string, url: URL, form: URLSearchParams): Answer {
    const path = url.pathname;
    const [, id = '', act = ''] = /^\/v1\/payment_intents\/(pi_\d+)\/(\w+)$/.exec(path) ?? [];
    if (id !== '') return changeIntent(id, act, form);
    const asked = intents.get(/^\/v1\/payment_intents\/(pi_\d+)$/.exec(path)?.[1] ?? '');
    if (asked) return [200, asked];
    if (path === '/v1/disputes') {
      const dispute = disputes.get(url.searchParams.get('payment_intent') ?? '');
      return [200, { data: dispute ? [dispute] : [], has_more: false }];
    }
    if (path === '/v1/balance') return [200, { object: 'balance' }];
    if (path === '/v1/customers') return [200, { id: 'cus_1' }];
    if (path === '/v1/setup_intents') return createSetup(form);
    const setup = setups.get(/^\/v1\/setup_intents\/(seti_\w+)$/.exec(path)?.[1] ?? '');
    if (setup) return [200, { ...setup, payment_method: methods.get(setup.payment_method ?? '') ?? null }];
    if (path === '/v1/payment_methods') {
      const number = form.get('card[number]') ?? '';
      if (number === '4000000000000101') return refuse(402, { type: 'card_error', code: 'incorrect_number' });
      const card = { brand: 'mastercard', last4: number.slice(-4), fingerprint: 'fp_1' };
      const [exp_month, exp_year] = [Number(form.get('card[exp_month]')), Number(form.get('card[exp_year]'))];
      methods.set('pm_1', { id: 'pm_1', card: { ...card, exp_month, exp_year } });
      return [200, { id: 'pm_1', card }];
    }
    if (path === '/v1/refunds' && method === 'GET') {
      const ofIntent = refunds.filter(({ intentId }) => intentId === url.searchParams.get('payment_intent'));
      return [200, { data: ofIntent }];
    }
    if (path === '/v1/refunds') {
      const intent = intents.get(form.get('payment_intent') ?? '');
      const charge = intent?.latest_charge;
      if (!charge) return refuse(400, { type: 'invalid_request_error' });
      const left = intent.amount - charge.amount_refunded;
      const amount = Number(form.get('amount') ?? left);
      if (amount > left) return refuse(400, { type: 'invalid_request_error', code: 'charge_already_refunded' });
      charge.amount_refunded += amount;
      charge.refunded = amount === left;
      refunds.push({ intentId: intent.id, metadata: { refundId: form.get('metadata[refundId]') ?? '' } });
      return [200, { id: 're_1' }];
    }
    if (path === '/v1/payment_intents/search') {
      const wanted = /'([^']+)'$/.exec(url.searchParams.get('query') ?? '')?.[1];
      const found = [...intents.values()].filter(({ metadata }) => metadata['paymentId'] === wanted);
      return [200, { data: state.searchLags ? [] : found, has_more: false }];
    }
    if (path === '/v1/payment_intents' && method === 'GET') return list(url.searchParams);
    return path === '/v1/payment_intents' ? createIntent(form) : refuse(404, { type: 'invalid_request_error' });
  }

  function createSetup(form: URLSearchParams): Answer {
    const id = `seti_${setups.size + 1}`;
    const method = form.get('payment_method');
    const waits = method !== null && method === state.confirmedMethod;
    const returnUrl = form.get('return_url');
    const url = waits && returnUrl !== null ? `https://hooks.stripe.com/redirect/authenticate/${id}` : null;
    const setup: Setup = {
      id,
      client_secret: `${id}_secret_${crypto.randomUUID().slice(0, 8)}`,
      status: waits ? 'requires_action' : form.get('confirm') === 'true' ? 'succeeded' : 'requires_payment_method',
      customer: form.get('customer') ?? '',
      payment_method: method,
      next_action: url === null ? null : { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } },
      last_setup_error: null,
    };
    setups.set(id, setup);
    return [200, setup];
  }

  /** Newest first, in pages of two. */
  function list(query: URLSearchParams): Answer {
    const newest = [...intents.values()]
      .toReversed()
      .filter(({ created }) => created >= Number(query.get('created[gte]')));
    const start = newest.findIndex(({ id }) => id === query.get('starting_after')) + 1;
    return [200, { data: newest.slice(start, start + 2), has_more: newest.length > start + 2 }];
  }

  function answerOnce(key: string | undefined, sent: string, run: () => Answer): Answer {
    const known = key === undefined ? undefined : keys.get(key);
    if (known && known.sent !== sent) return refuse(400, { type: 'idempotency_error' });
    const given = known?.answer ?? run();
    // A copy: a repeated key answers as the first time.
    if (key !== undefined) keys.set(key, { sent, answer: structuredClone(given) });
    return known ? given : structuredClone(given);
  }

  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '', 'http://stripe');
      const sent = await text(request);
      if (request.headers.authorization !== 'Bearer sk_test') {
        response.writeHead(401).end(JSON.stringify({ error: { type: 'invalid_request_error' } }));
        return;
      }
      const key = request.headers['idempotency-key'];
      const run = () => answer(request.method ?? '', url, new URLSearchParams(sent));
      const given = answerOnce(typeof key === 'string' ? key : undefined, `${url.pathname}?${sent}`, run);
      calls.push(`${request.method} ${url.pathname}`);
      if (state.losesAnswerOf !== '' && url.pathname.endsWith(state.losesAnswerOf)) {
        request.destroy();
        return;
      }
      response.writeHead(given[0]).end(JSON.stringify(given[1]));
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    calls,
    newestIntent(): Intent {
      const newest = [...intents.values()].at(-1);
      if (!newest) throw new Error('Nothing was charged');
      return newest;
    },
    /** What the cardholder does on the page of the bank. */
    decide(intentId: string, decision: 'approve' | 'refuse') {
      const intent = intents.get(intentId);
      if (intent?.status !== 'requires_action') return;
      if (decision === 'approve') succeed(intent);
      else declineIntent(intent, { code: 'payment_intent_authentication_failure' });
    },
    /** As after a day. */
    forgetKeys() {
      keys.clear();
      state.second += 100_000;
    },
    /** What Stripe.js does with the publishable key alone. */
    browser: {
      addMethod(number: string, [month, year]: readonly [number, number]) {
        const id = `pm_browser_${methods.size + 1}`;
        const brand = number.startsWith('5') ? 'mastercard' : 'visa';
        const card = { brand, last4: number.slice(-4), exp_month: month, exp_year: year };
        methods.set(id, { id, card: { ...card, fingerprint: `fp_${number.slice(-4)}` } });
        return { id, card };
      },
      confirmSetup(clientSecret: string, method: string, { confirmAt }: { readonly confirmAt: string | null }) {
        const setup = [...setups.values()].find(({ client_secret: secret }) => secret === clientSecret);
        if (!setup || setup.status !== 'requires_payment_method') throw new Error('No such setup');
        setup.payment_method = method;
        setup.status = confirmAt === null ? 'succeeded' : 'requires_action';
        setup.next_action = confirmAt === null ? null : { redirect_to_url: { url: confirmAt } };
        return setup;
      },
      decideSetup(id: string, decision: 'approve' | 'refuse') {
        const setup = setups.get(id);
        if (!setup) throw new Error('No such setup');
        setup.next_action = null;
        setup.status = decision === 'approve' ? 'succeeded' : 'requires_payment_method';
      },
      findSetup: (clientSecret: string) =>
        [...setups.values()].find(({ client_secret: secret }) => secret === clientSecret),
    },
    dispute(intentId: string, dispute: { readonly status: string; readonly amount: number }) {
      const charge = intents.get(intentId)?.latest_charge;
      if (!charge) throw new Error(`${intentId} was not charged`);
      charge.disputed = true;
      disputes.set(intentId, dispute);
    },
    charged: () => [...intents.values()].filter(({ status }) => status === 'succeeded').length,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function refuse(status: number, error: object): Answer {
  return [status, { error: { message: 'Your card number 4242424242424242 was declined.', ...error } }];
}
