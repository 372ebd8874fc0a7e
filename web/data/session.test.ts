// Comes first, because the other modules expect a browser while loading.
import { removeBrowserStandIn } from '../prerender/browser-stand-in.ts';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';
import { currentSession, endSession, renameInSession, startSession } from './session.ts';

afterAll(removeBrowserStandIn);
afterEach(() => {
  endSession('signedOut');
  vi.unstubAllGlobals();
});

function loginOf(name: string): LoginResponse {
  return { UserToken: `token of ${name}`, UserName: name, PersonalName: name, CompanyNumber: 0 } as LoginResponse;
}

describe('data loaded for one customer', () => {
  it.each<[string, () => void]>([
    ['a session that starts over it', () => startSession(loginOf('sam'))],
    [
      'a sign-out and another sign-in',
      () => {
        endSession('signedOut');
        startSession(loginOf('sam'));
      },
    ],
    [
      'a new session of the same customer',
      () => startSession({ ...loginOf('margaret'), UserToken: 'another token of margaret' }),
    ],
  ])('is gone after %s', (_what, change) => {
    startSession(loginOf('margaret'));
    queryClient.setQueryData(['accounts'], ['101-004417-2']);
    expect(queryClient.getQueryData(['accounts'])).toEqual(['101-004417-2']);
    change();
    expect(queryClient.getQueryData(['accounts'])).toBeUndefined();
  });

  it('is invisible to another session, even if it arrives late', () => {
    startSession(loginOf('margaret'));
    const late = queryClient.getQueryCache().build(queryClient, { queryKey: ['accounts'] });
    startSession(loginOf('sam'));
    queryClient.getQueryCache().add(late);
    late.setData(['101-004417-2']);
    expect(queryClient.getQueryData(['accounts'])).toBeUndefined();
  });
});

/** A server that answers when told to. */
function slowServer(status: number, body: unknown): () => void {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  vi.stubGlobal('fetch', async () => {
    await answered;
    return Response.json(body, { status });
  });
  return answer;
}

describe('the answer of a call in progress', () => {
  it('is dropped if another customer has signed in meanwhile', async () => {
    startSession(loginOf('margaret'));
    const answer = slowServer(200, { HasNoErrors: true, Accounts: [{ AccountNumber: '101-004417-2' }] });
    const result = call('GET /api/accountList');
    startSession(loginOf('sam'));
    answer();
    expect(await result).toEqual({ kind: 'refused', status: 401, codes: [] });
  });

  it("does not end the next customer's session", async () => {
    startSession(loginOf('margaret'));
    const answer = slowServer(401, { HasNoErrors: false, Errors: [{ ErrorMessage: 'Unauthorized' }] });
    const result = call('GET /api/accountList');
    startSession(loginOf('sam'));
    answer();
    await result;
    expect(currentSession()?.username).toBe('sam');
  });

  it('ends its own session if it is refused', async () => {
    startSession(loginOf('margaret'));
    slowServer(401, { HasNoErrors: false, Errors: [] })();
    await call('GET /api/accountList');
    expect(currentSession()).toBeNull();
  });
});

it('data cannot be renamed after the session is over', () => {
  startSession(loginOf('margaret'));
  endSession('signedOut');
  renameInSession({ username: 'margaret', emailAddress: 'margaret@example.com' });
  expect(currentSession()).toBeNull();
});
