import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '#common/identity/passkeys.api.ts';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import { DEMONSTRATION_PASSWORD } from '#demo/demonstration.ts';
import type { SigningInBrowser } from './sign-in-journey.ts';
import type { SignedInCaller } from './test-app.ts';
import type { Flaws, VirtualAuthenticator } from './virtual-authenticator.ts';

export async function beginEnrollment(caller: SignedInCaller): Promise<PasskeyCreationOptions> {
  const response = await post(caller, '/api/Passkeys/BeginEnrollment', { Password: DEMONSTRATION_PASSWORD });
  expect(response.statusCode).toBe(200);
  return response.json<{ Options: PasskeyCreationOptions }>().Options;
}

export async function enrollPasskey(
  caller: SignedInCaller,
  device: VirtualAuthenticator,
  name = 'My phone',
): Promise<void> {
  const attested = device.make(await beginEnrollment(caller));
  const response = await post(caller, '/api/Passkeys/FinishEnrollment', { Name: name, ...attested });
  expect(response.json()).toEqual({ HasNoErrors: true, Errors: [] });
}

export async function beginPasskeyLogin(browser: SigningInBrowser): Promise<PasskeyRequestOptions> {
  const response = await browser.post('/api/Login/BeginPasskeyLogin', {});
  return response.json<{ Options: PasskeyRequestOptions }>().Options;
}

export async function signInWithPasskey(
  device: VirtualAuthenticator,
  browser: SigningInBrowser,
  flaws: Flaws = {},
): Promise<LightMyRequestResponse> {
  const assertion = device.sign(await beginPasskeyLogin(browser), flaws);
  const response = await browser.post('/api/Login/PasskeyLogin', assertion);
  if (response.statusCode === 200) browser.userToken = response.json<LoginResponse>().UserToken;
  return response;
}

function post(caller: SignedInCaller, url: string, payload: object): Promise<LightMyRequestResponse> {
  return caller.call({ method: 'POST', url, payload });
}
