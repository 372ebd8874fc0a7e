import type { Page, Route } from 'playwright/test';
import type { startFakeStripe } from './fake-stripe.ts';

type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

/** Runs in the page in place of https://js.stripe.com/v3/. Has the documented methods and options, and refuses others. */
const script = `(() => {
  const events = ['ready', 'change', 'focus', 'blur', 'escape'];
  const looks = ['backgroundColor', 'color', 'fontFamily', 'fontSize', 'fontSmoothing', 'fontStyle', 'fontVariant',
    'fontWeight', 'iconColor', 'lineHeight', 'letterSpacing', 'padding', 'textAlign', 'textDecoration', 'textShadow',
    'textTransform'];
  const titles = { cardNumber: 'Secure card number input frame', cardExpiry: 'Secure expiration date input frame',
    cardCvc: 'Secure CVC input frame' };
  const strict = (name, target) => new Proxy(target, {
    get(object, key) {
      if (typeof key === 'string' && key !== 'then' && !(key in object)) throw new Error(name + ' has no ' + key);
      return object[key];
    },
  });
  const only = (name, given, allowed) => {
    for (const key of Object.keys(given ?? {})) {
      if (!allowed.includes(key)) throw new Error(name + ' takes no ' + key);
    }
  };
  const checkStyle = (style) => {
    only('style', style, ['base', 'complete', 'empty', 'invalid']);
    for (const part of Object.values(style)) only('a style', part, looks);
  };
  const api = async (path, body) => {
    const response = await fetch('https://api.stripe.com' + path, { method: 'POST', body: JSON.stringify(body) });
    return response.json();
  };

  function createElement(type, options) {
    only('create', options, ['style', 'classes', 'placeholder', 'disabled', 'iconStyle', 'showIcon', 'disableLink']);
    checkStyle(options.style);
    if (!(type in titles)) throw new Error('There is no element ' + type);
    const heard = {};
    const frame = document.createElement('iframe');
    frame.title = titles[type];
    frame.src = 'https://js.stripe.com/fake/' + type;
    frame.style.cssText = 'border:0;width:100%;height:24px';
    const pending = new Map();
    const hear = ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      if (data.type === 'made') return pending.get(data.id)(data.answer);
      if (data.type === 'ready') frame.contentWindow.postMessage({ type: 'style', style: options.style }, '*');
      for (const each of heard[data.type] ?? []) each(data.detail ?? { elementType: type });
    };
    addEventListener('message', hear);
    return strict('an element', {
      mount(place) {
        place.append(frame);
        for (const label of document.querySelectorAll('label')) {
          if (label.htmlFor === place.id) label.addEventListener('click', () => this.focus());
        }
      },
      on(event, each) {
        if (!events.includes(event)) throw new Error('an element has no event ' + event);
        (heard[event] ??= []).push(each);
      },
      update(changes) {
        only('update', changes, ['style', 'classes', 'placeholder', 'disabled', 'iconStyle', 'showIcon']);
        checkStyle(changes.style);
        frame.contentWindow?.postMessage({ type: 'style', style: changes.style }, '*');
      },
      focus() {
        frame.contentWindow.postMessage({ type: 'focus' }, '*');
      },
      destroy() {
        removeEventListener('message', hear);
        frame.remove();
      },
      _tokenize: () => new Promise((resolve) => {
        const id = crypto.randomUUID();
        pending.set(id, resolve);
        frame.contentWindow.postMessage({ type: 'make', id }, '*');
      }),
    });
  }

  globalThis.Stripe = (key) => {
    if (!/^pk_/.test(key)) throw new Error('Stripe needs a publishable key');
    return strict('Stripe.js', {
      elements(options) {
        only('elements', options, ['locale', 'fonts', 'appearance', 'clientSecret', 'loader']);
        return strict('elements', { create: createElement });
      },
      createPaymentMethod(data) {
        only('createPaymentMethod', data, ['type', 'card', 'billing_details', 'metadata']);
        only('billing_details', data.billing_details, ['name', 'email', 'phone', 'address']);
        only('address', data.billing_details.address, ['line1', 'line2', 'city', 'state', 'postal_code', 'country']);
        return data.card._tokenize();
      },
      confirmCardSetup(clientSecret, data, options) {
        only('confirmCardSetup', data, ['payment_method', 'return_url', 'mandate_data']);
        only('confirmCardSetup', options, ['handleActions']);
        return api('/v1/setup_intents/confirm', { clientSecret, ...data });
      },
      retrieveSetupIntent: (clientSecret) => api('/v1/setup_intents/retrieve', { clientSecret }),
    });
  };
})();`;

const labels: Readonly<Record<string, string>> = {
  cardNumber: 'Credit or debit card number',
  cardExpiry: 'Credit or debit card expiration date',
  cardCvc: 'Credit or debit card CVC/CVV',
};

/** A frame of Stripe: what is typed into it goes to Stripe's API and nowhere else. */
const fieldPage = (name: string) => `<!doctype html><html lang="en"><head><title>Field</title></head>
<body style="margin:0"><main><input aria-label="${labels[name]}" style="border:0;outline:0;width:100%;font-size:16px"></main>
<script>
  const name = '${name}';
  const input = document.querySelector('input');
  const fields = new BroadcastChannel('fields');
  const tell = (message) => parent.postMessage(message, '*');
  const lengths = { cardNumber: 16, cardExpiry: 4, cardCvc: 3 };
  const digits = () => input.value.replaceAll(/\\D/g, '');
  const luhn = (text) => [...text].reverse().reduce((sum, digit, place) => {
    const value = place % 2 ? digit * 2 : +digit;
    return sum + (value > 9 ? value - 9 : value);
  }, 0) % 10 === 0;
  input.addEventListener('input', () => {
    const typed = digits();
    const isWhole = typed.length === lengths[name];
    const isWrong = isWhole && name === 'cardNumber' && !luhn(typed);
    const error = isWrong ? { type: 'validation_error', code: 'invalid_number', message: 'Invalid.' } : undefined;
    const brand = { 4: 'visa', 5: 'mastercard', 3: 'jcb' }[typed[0]] ?? 'unknown';
    tell({ type: 'change', detail: { elementType: name, empty: typed === '', complete: isWhole && !isWrong, error,
      ...(name === 'cardNumber' && { brand }) } });
  });
  for (const event of ['focus', 'blur']) input.addEventListener(event, () => tell({ type: event }));
  fields.addEventListener('message', ({ data }) => {
    if (data.ask) fields.postMessage({ answerOf: name, value: digits() });
  });
  const ask = (which) => new Promise((resolve) => {
    const hear = ({ data }) => {
      if (data.answerOf !== which) return;
      fields.removeEventListener('message', hear);
      resolve(data.value);
    };
    fields.addEventListener('message', hear);
  });
  addEventListener('message', async ({ data }) => {
    if (data.type === 'focus') input.focus();
    if (data.type === 'style') input.style.color = data.style.base.color;
    if (data.type !== 'make') return;
    const values = Promise.all([ask('cardExpiry'), ask('cardCvc')]);
    fields.postMessage({ ask: true });
    const [expiry, code] = await values;
    const response = await fetch('https://api.stripe.com/v1/payment_methods', {
      method: 'POST',
      body: JSON.stringify({ number: digits(), expiry, code }),
    });
    tell({ type: 'made', id: data.id, answer: await response.json() });
  });
  tell({ type: 'ready' });
</script></body></html>`;

interface Sent {
  readonly number: string;
  readonly expiry: string;
  readonly clientSecret: string;
  readonly payment_method: string;
  readonly return_url: string;
}

/**
 * Stands in for Stripe.js, its frames and its API in a browser; the stand-in for Stripe's server API has the setups.
 * Cards: ending in 3220 the bank wants a confirmation, in 0002 it declines.
 */
export async function serveFakeStripeJs(page: Page, stripe: FakeStripe): Promise<{ blockScript(): Promise<void> }> {
  const returnUrls = new Map<string, string>();
  const numbers = new Map<string, string>();
  const address = 'https://js.stripe.com/v3/';

  function answer(path: string, sent: Sent): object {
    if (path === '/v1/payment_methods') {
      const [month, year] = [Number(sent.expiry.slice(0, 2)), 2_000 + Number(sent.expiry.slice(2))];
      const method = stripe.browser.addMethod(sent.number, [month, year]);
      numbers.set(method.id, sent.number);
      return { paymentMethod: method };
    }
    if (path === '/v1/setup_intents/retrieve') return { setupIntent: stripe.browser.findSetup(sent.clientSecret) };
    const number = numbers.get(sent.payment_method) ?? '';
    if (number.endsWith('0002')) return { error: { type: 'card_error', code: 'card_declined' } };
    const id = sent.clientSecret.split('_secret')[0] ?? '';
    returnUrls.set(id, sent.return_url);
    const confirmAt = number.endsWith('3220') ? `https://hooks.stripe.com/confirm/${id}` : null;
    return { setupIntent: stripe.browser.confirmSetup(sent.clientSecret, sent.payment_method, { confirmAt }) };
  }

  const html = (route: Route, body: string) => route.fulfill({ contentType: 'text/html', body });
  await page.route(address, (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  await page.route('https://js.stripe.com/fake/*', (route) =>
    html(route, fieldPage(new URL(route.request().url()).pathname.split('/').at(-1) ?? '')),
  );
  await page.route('https://api.stripe.com/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const body = answer(pathname, JSON.parse(route.request().postData() ?? '{}') as Sent);
    return route.fulfill({ json: body, headers: { 'access-control-allow-origin': '*' } });
  });
  await page.route('https://hooks.stripe.com/**', (route) => {
    const [, act, id = '', decision] = new URL(route.request().url()).pathname.split('/');
    if (act === 'confirm') {
      const link = (to: string, label: string) => `<a href="/decide/${id}/${to}">${label}</a> `;
      return html(route, `<!doctype html><p>Your bank</p>${link('approve', 'Approve')}${link('refuse', 'Refuse')}`);
    }
    stripe.browser.decideSetup(id, decision === 'approve' ? 'approve' : 'refuse');
    return html(route, `<!doctype html><script>location.replace(${JSON.stringify(returnUrls.get(id))})</script>`);
  });
  // A browser keeps pages of public addresses from those of this machine, where the portal of the test is.
  await page.route('**/card-confirmation*', async (route) => route.fulfill({ response: await route.fetch() }));
  return {
    async blockScript() {
      await page.unroute(address);
      await page.route(address, (route) => route.abort());
    },
  };
}
