import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { DeskRole } from '#common/desk/permissions.ts';
import { demonstrationStaff } from '#server/desk/staff/demonstration-staff.ts';
import type { TestApp } from './test-app.ts';

/** For a test app whose server serves the desk. */
export const withDesk = { environment: { PASSBOOK_DESK: 'on' } } as const;

export interface DeskCaller {
  readonly emailAddress: string;
  readonly cookie: string;
  get(url: string): Promise<LightMyRequestResponse>;
  post(url: string, payload: object): Promise<LightMyRequestResponse>;
  call(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** Proves once more who is signed in, as before something dangerous. */
  confirm(): Promise<void>;
  /** Opens a customer with a reason. */
  open(customerId: string): Promise<void>;
}

/**
 * Enters the desk as the demonstration's staff member with a role.
 * @param place among those with this role; the same one again is a second session of the same person
 */
export async function enterDesk({ app }: TestApp, role: DeskRole, place = 0): Promise<DeskCaller> {
  const staff = demonstrationStaff.filter((member) => member.role === role)[place];
  if (!staff) throw new Error(`The demonstration has no one with the role ${role}`);
  const { emailAddress } = staff;
  const entered = await app.inject({
    method: 'POST',
    url: '/api/desk/entry/demonstration',
    headers: { 'passbook-desk': '1' },
    payload: { emailAddress },
  });
  if (entered.statusCode !== 200) throw new Error(`${emailAddress} could not enter: ${entered.body}`);
  const cookie = entered.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return callerWith(app, emailAddress, cookie);
}

/** Enters as those who work with customers, and opens these. */
export async function enterStaff(test: TestApp, ...customerIds: string[]) {
  const agent = await enterDesk(test, 'agent');
  const operations = await enterDesk(test, 'operations');
  const supervisor = await enterDesk(test, 'supervisor');
  for (const caller of [agent, operations, supervisor]) {
    for (const customerId of customerIds) await caller.open(customerId);
  }
  return { agent, operations, supervisor };
}

export function callerWith(app: TestApp['app'], emailAddress: string, cookie: string): DeskCaller {
  const call = (options: InjectOptions) =>
    app.inject({ ...options, headers: { cookie, 'passbook-desk': '1', ...options.headers } });
  const post = (url: string, payload: object) => call({ method: 'POST', url, payload });
  return {
    emailAddress,
    cookie,
    call,
    post,
    get: (url) => call({ method: 'GET', url }),
    async confirm() {
      const confirmed = await post('/api/desk/confirm', { passkey: null });
      if (confirmed.statusCode !== 200) throw new Error(`Not confirmed: ${confirmed.body}`);
    },
    async open(customerId) {
      const opened = await post('/api/desk/customers/open', { customerId, reason: 'Customer called' });
      if (opened.statusCode !== 200) throw new Error(`Not opened: ${opened.body}`);
    },
  };
}

/** The audit entries of one event, oldest first. */
export async function auditOf({ services }: TestApp, event: string) {
  const rows = await services.database
    .selectFrom('audit_log')
    .select(['user_id as userId', 'details'])
    .where('event', '=', event)
    .orderBy('audit_id')
    .execute();
  return rows.map(({ userId, details }) => ({ userId, ...details }));
}
