import { DEMONSTRATION_PASSWORD } from '#demo/demonstration.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import type { DeskCaller } from './desk-journey.ts';
import type { TestApp } from './test-app.ts';

/** Opens the customer of a login for some staff. Returns what calls about the login need. */
export async function openLogin(test: TestApp, staff: readonly DeskCaller[], loginName: string, reason: string) {
  const user = await findUserByLogin(test.services.database, loginName);
  if (!user) throw new Error(loginName);
  for (const caller of staff) await caller.open(user.customerId);
  return { customerId: user.customerId, userId: user.userId, reason };
}

export function tryPassword({ app }: TestApp, username: string, password: string) {
  return app.inject({ method: 'POST', url: '/api/login/userlogin', payload: { username, password } });
}

/** Returns whether the demonstration's password still works. */
export async function signsIn(test: TestApp, loginName: string): Promise<boolean> {
  return (await tryPassword(test, loginName, DEMONSTRATION_PASSWORD)).statusCode === 200;
}

/** Requests that wait, without the one of the demonstration. */
export async function listWaitingRequests(caller: DeskCaller) {
  const { open } = (await caller.get('/api/desk/approvals')).json();
  return open.filter(({ customerId }: { readonly customerId: string }) => customerId !== '400107');
}
