import type { Secret } from './canaries.ts';

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
}

/** Calls the server like a browser and records the secrets it received and the refusals. */
export class Browser {
  readonly secrets: Secret[] = [];
  readonly refusals: string[] = [];
  readonly #url: string;
  readonly #cookies = new Map<string, string>();
  #userToken = '';

  constructor(url: string) {
    this.#url = url;
  }

  /** @param body JSON, or raw text sent as JSON */
  async call(method: string, path: string, body?: object | string): Promise<Answer> {
    const response = await fetch(new URL(path, this.#url), {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.#userToken === '' ? {} : { UserToken: this.#userToken }),
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    for (const cookie of response.headers.getSetCookie()) this.#keepCookie(cookie);
    const text = await response.text();
    const parsed = parse(text);
    if (response.status !== 200 || parsed['HasNoErrors'] === false) this.refusals.push(text);
    return { status: response.status, text, body: parsed };
  }

  async signIn(username: string, password: string): Promise<Answer> {
    const answer = await this.call('POST', '/api/login/userlogin', { username, password });
    const token = (answer.body as { UserToken?: string }).UserToken ?? '';
    if (token !== '') {
      this.#userToken = token;
      this.keep(`UserToken of ${username}`, token);
      // Required for sensitive changes.
      await this.call('POST', '/api/Confirmation', { Password: password });
    }
    return answer;
  }

  keep(name: string, value: string): void {
    if (value !== '') this.secrets.push({ name, value });
  }

  #keepCookie(header: string): void {
    const [pair = ''] = header.split(';');
    const [name = '', value = ''] = pair.split('=');
    this.#cookies.set(name, value);
    this.keep(`cookie ${name}`, value);
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
