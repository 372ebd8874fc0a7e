import { hash } from 'node:crypto';

/** The labels of the fields; the errors come with the answers. */
export interface CardFieldWords {
  readonly number: string;
  readonly expiration: string;
  readonly code: string;
}

const style = `
  :root { color-scheme: light dark; --ink: #1c2524; --line: #767f7d; --paper: #fff; --bad: #a8231c; --brand: #0b4a45; }
  body { margin: 0; padding: 3px; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
  form { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 16px; align-items: start; margin: 0; }
  .wide { grid-column: 1 / -1; }
  label { display: block; margin-bottom: 4px; font-size: 14px; font-weight: 600; }
  input { box-sizing: border-box; width: 100%; height: 44px; padding: 0 12px; border: 1px solid var(--line);
    border-radius: 8px; background: var(--paper); color: var(--ink); font: inherit; }
  input:focus-visible { outline: 2px solid var(--brand); outline-offset: 1px; }
  input[aria-invalid] { border-color: var(--bad); }
  .error { color: var(--bad); font-size: 14px; }
  form[hidden] { display: none; }
  section button { min-height: 44px; padding: 0 16px; border-radius: 8px; font: inherit; }
  @media (max-width: 300px) { form { grid-template-columns: minmax(0, 1fr); } }`;

const script = `
  const portal = { origin: null };
  const form = document.querySelector('form');
  const names = ['cardNumber', 'expiration', 'securityCode'];
  const field = (name) => document.getElementById(name);
  const tell = (message) => parent.postMessage({ cardFields: 1, ...message }, portal.origin ?? '*');
  const colors = ['ink', 'line', 'paper', 'bad', 'brand'];

  function show(errors) {
    for (const name of names) {
      const error = document.getElementById(name + '-error');
      error.textContent = errors[name] ?? '';
      field(name).toggleAttribute('aria-invalid', name in errors);
      if (name in errors) field(name).setAttribute('aria-invalid', 'true');
    }
    const first = names.find((name) => name in errors);
    if (first) field(first).focus();
  }

  /* Stands for the page of the cardholder's bank. */
  function confirm(secret) {
    const bank = document.querySelector('section');
    const end = async (isApproved) => {
      bank.hidden = true;
      form.hidden = false;
      if (!isApproved) return tell({ type: 'refused' });
      const headers = { 'content-type': 'application/json' };
      const response = await fetch('/fields/confirmed', { method: 'POST', headers, body: JSON.stringify({ secret }) });
      tell(response.ok ? { type: 'token', card: await response.json() } : { type: 'failed' });
    };
    const [approve, refuse] = bank.querySelectorAll('button');
    approve.onclick = () => void end(true);
    refuse.onclick = () => void end(false);
    form.hidden = true;
    bank.hidden = false;
    tell({ type: 'confirming' });
    approve.focus();
  }

  async function tokenize({ firstName, lastName, zipCode }) {
    show({});
    const values = Object.fromEntries(names.map((name) => [name, field(name).value.replaceAll(/[^0-9/]/g, '')]));
    try {
      const response = await fetch('/fields/cards', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...values, firstName, lastName, zipCode }),
      });
      const answer = await response.json();
      if (answer.confirm) return confirm(answer.confirm);
      if (response.ok) return tell({ type: 'token', card: answer });
      if (!answer.errors) return tell({ type: response.status === 422 ? 'refused' : 'failed' });
      show(answer.errors);
      tell({ type: 'invalid' });
    } catch {
      tell({ type: 'failed' });
    }
  }

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || data?.cardFields !== 1) return;
    if (data.type === 'start' && (portal.origin ?? origin) === origin) {
      portal.origin = origin;
      document.documentElement.style.colorScheme = data.dark ? 'dark' : 'light';
      for (const color of colors) {
        if (data.colors[color]) document.documentElement.style.setProperty('--' + color, data.colors[color]);
      }
    }
    if (data.type === 'tokenize' && origin === portal.origin) void tokenize(data);
  });
  field('cardNumber').addEventListener('input', ({ target }) => {
    const digits = target.value.replaceAll(/\\D/g, '').slice(0, 19);
    target.value = digits.replaceAll(/(.{4})(?=.)/g, '$1 ');
  });
  field('expiration').addEventListener('input', ({ target, inputType }) => {
    const digits = target.value.replaceAll(/\\D/g, '').slice(0, 4);
    const isWhole = digits.length > 2 || (digits.length === 2 && !inputType?.startsWith('delete'));
    target.value = isWhole ? digits.slice(0, 2) + '/' + digits.slice(2) : digits;
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    tell({ type: 'submit' });
  });
  new ResizeObserver(() => tell({ type: 'height', height: document.documentElement.scrollHeight })).observe(form);
  tell({ type: 'loaded' });`;

function input(name: string, label: string, autocomplete: string, more = ''): string {
  return `<div${more}><label for="${name}">${label}</label><input id="${name}" inputmode="numeric" autocomplete="${autocomplete}" aria-describedby="${name}-error"><div class="error" id="${name}-error" role="alert"></div></div>`;
}

/** The page in the frame. Sees number and code; hands the portal only a token (docs/card-processor.md). */
export function cardFieldsPage({ number, expiration, code }: CardFieldWords): {
  readonly html: string;
  readonly policy: string;
} {
  const fields = [
    input('cardNumber', number, 'cc-number', ' class="wide"'),
    input('expiration', expiration, 'cc-exp'),
    input('securityCode', code, 'cc-csc'),
  ];
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Card</title><style>${style}</style></head><body><main><form novalidate>${fields.join('')}<button hidden></button></form><section hidden><p>Sandbox bank: is this card yours?</p><button>Approve</button> <button>Refuse</button></section></main><script>${script}</script></body></html>`;
  const allowed = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
  const policy = [
    "default-src 'none'",
    `script-src ${allowed(script)}`,
    `style-src ${allowed(style)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    // A real processor names the portals of its merchants.
    'frame-ancestors http://localhost:* https://localhost:* http://127.0.0.1:* https://127.0.0.1:*',
  ].join('; ');
  return { html, policy };
}
