import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import { DEMONSTRATION_PASSWORD } from '#demo/demonstration.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import type { TestApp } from './test-app.ts';

/** A browser during sign-in: keeps cookies and the newest token. */
export class SigningInBrowser {
  readonly #app: FastifyInstance;
  readonly #cookies = new Map<string, string>();
  userToken = '';
  /** Identifies the sign-in in ValidateCode and ResendCode. */
  pendingId = '';

  constructor(test: Pick<TestApp, 'app'>) {
    this.#app = test.app;
  }

  async logIn(username: string, password = DEMONSTRATION_PASSWORD): Promise<LightMyRequestResponse> {
    const response = await this.post('/api/login/userlogin', { username, password });
    if (response.statusCode === 200) {
      const login = response.json<LoginResponse>();
      this.userToken = login.UserToken;
      this.pendingId = login.UserId;
    }
    return response;
  }

  async enterCode(code: string, trust = false): Promise<LightMyRequestResponse> {
    const body = { UserId: this.pendingId, Code: code, CreateTrustedDevice: trust };
    const response = await this.post('/api/Login/ValidateCode', body);
    if (response.statusCode === 200) this.userToken = response.json<{ UserToken: string }>().UserToken;
    return response;
  }

  resendCode(): Promise<LightMyRequestResponse> {
    return this.post('/api/Login/ResendCode', { UserId: this.pendingId });
  }

  enterSsn(ssn: string): Promise<LightMyRequestResponse> {
    const body = { Credentials: { UserName: 'anything', Password: '' }, SocialSecurityNumber: ssn };
    return this.post('/api/Login/VerifyNewUser', body);
  }

  chooseQuestion(question: string, answer: string): Promise<LightMyRequestResponse> {
    const body = { PasswordQuestion: question, PasswordAnswer: answer, UserToken: this.userToken };
    return this.post('/api/register/SetPasswordQuestion', body);
  }

  agree(username: string, agreements: readonly number[]): Promise<LightMyRequestResponse> {
    return this.post('/api/AgreementLogging', {
      Agreements: agreements,
      UserName: username,
      TurnEStatementsOn: null,
    });
  }

  post(url: string, payload: object): Promise<LightMyRequestResponse> {
    return this.#send('POST', url, payload);
  }

  get(url: string): Promise<LightMyRequestResponse> {
    return this.#send('GET', url);
  }

  /** Returns 200 only when no step is left. */
  async dashboardStatus(): Promise<number> {
    return (await this.#send('GET', '/api/accountList')).statusCode;
  }

  /** Moves the trusted-device cookies to another browser. */
  giveCookiesTo(other: SigningInBrowser): void {
    for (const [name, value] of this.#cookies) other.#cookies.set(name, value);
  }

  cookieNames(): string[] {
    return [...this.#cookies.keys()];
  }

  async #send(method: 'GET' | 'POST', url: string, payload?: object): Promise<LightMyRequestResponse> {
    const response = await this.#app.inject({
      method,
      url,
      ...(payload ? { payload } : {}),
      headers: {
        ...(this.userToken === '' ? {} : { usertoken: this.userToken }),
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    });
    for (const { name, value } of response.cookies) this.#cookies.set(name, value);
    return response;
  }
}

/** Returns the six digits in the newest message. */
export async function newestCode({ services }: Pick<TestApp, 'services'>): Promise<string> {
  const [newest] = await listNewestMessages(services, 1);
  const body = newest?.body ?? '';
  const [code] = /\b\d{6}\b/.exec(body) ?? [];
  if (code === undefined) throw new Error(`No code in: ${body}`);
  return code;
}

export function wrongCode(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

export function codeOf(response: LightMyRequestResponse): string {
  return response.json<{ Errors: { ErrorMessage: string }[] }>().Errors[0]?.ErrorMessage ?? '';
}

export async function countLogins({ services }: Pick<TestApp, 'services'>, loginName: string): Promise<number> {
  const { count } = await services.database
    .selectFrom('login_history as h')
    .innerJoin('users as u', 'u.user_id', 'h.user_id')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('u.login_key', '=', loginName)
    .executeTakeFirstOrThrow();
  return Number(count);
}
