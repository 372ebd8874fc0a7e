import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import { sharedStorage } from './browser-storage.ts';
import { call } from './client.ts';
import { isMobileApp } from './device.ts';
import { loadedOption } from '#web/institution/settings.ts';
import { usesSingleSignOn } from './single-sign-on.ts';

/** What the institution's mobile app offers the pages it shows; described in docs/mobile-app.md. */
export interface NativeBridge {
  /** The app's own, lasting name for this device. */
  deviceId(): Promise<string>;
  /** Whether a fingerprint or a face can be asked for on this device. */
  biometricsAvailable(): Promise<boolean>;
  /** Asks for it. @returns whether it was the owner's. */
  authenticate(): Promise<boolean>;
  /** Keeps the token in the device's protected storage, in place of the one before. */
  storeToken(token: string): Promise<void>;
  readToken(): Promise<string | null>;
  removeToken(): Promise<void>;
}

declare global {
  interface Window {
    readonly PassbookNative?: NativeBridge;
  }
}

/** The app has this long to bring its bridge into the page before it is looked for (A 9). */
export const SET_UP_WAIT_MS = 50;

/** Remembers on this device that somebody does not want to be asked about biometrics again. */
const DECLINED_KEY = 'passbook.biometrics-declined';

/** The app around the page where it may sign in; under single sign-on only the institution's own sign-on may. */
export function findNativeApp(): NativeBridge | null {
  const offers = loadedOption('loginOptions.useBiometricsOption') && !usesSingleSignOn();
  return offers && isMobileApp() ? (window.PassbookNative ?? null) : null;
}

/** Whether the person may sign in with a fingerprint or a face: opted in, with a token on the device (A 4). */
export async function maySignInByBiometrics(app: NativeBridge): Promise<boolean> {
  return (await app.biometricsAvailable()) && (await app.readToken()) !== null;
}

/** Whether to ask somebody who has just signed in. */
export async function shouldOfferBiometrics(app: NativeBridge): Promise<boolean> {
  if (sharedStorage.get(DECLINED_KEY) !== null) return false;
  return (await app.biometricsAvailable()) && (await app.readToken()) === null;
}

/** `declined`: the person did not show finger or face, which is nobody's failure. */
export type BiometricSignIn =
  | { readonly kind: 'signedIn'; readonly response: LoginResponse }
  | { readonly kind: 'declined' | 'failed' };

/**
 * Signs in with the token of the device. A token is good once: the answer brings
 * the next, and one that is refused goes.
 */
export async function signInByBiometrics(app: NativeBridge): Promise<BiometricSignIn> {
  if (!(await app.authenticate())) return { kind: 'declined' };
  const token = await app.readToken();
  if (token === null) return { kind: 'failed' };
  const result = await call('POST /api/login/tokenlogin', {
    body: { Token: token, DeviceID: await app.deviceId() },
  });
  if (result.kind === 'answer' && result.body.IsLoggedIn) {
    await app.storeToken(result.body.TrustedDeviceToken);
    return { kind: 'signedIn', response: result.body };
  }
  if (result.kind === 'refused' && result.codes.includes('Invalid')) await app.removeToken();
  return { kind: 'failed' };
}

/**
 * Opts in: from now on this device signs the person in.
 * @param password not asked for right after a sign-in with it
 * @returns whether that worked.
 */
export async function enableBiometrics(app: NativeBridge, password?: string): Promise<boolean> {
  if (!(await app.authenticate())) return false;
  const result = await call('POST /api/Login/CreateDeviceToken', {
    body: { DeviceID: await app.deviceId(), ...(password === undefined ? {} : { Password: password }) },
  });
  if (result.kind !== 'answer') return false;
  await app.storeToken(result.body.Value);
  sharedStorage.remove(DECLINED_KEY);
  return true;
}

/** Opts out: this device no longer signs the person in. @returns whether that worked. */
export async function disableBiometrics(app: NativeBridge): Promise<boolean> {
  const result = await call('POST /api/Login/RemoveDeviceToken', { body: { DeviceID: await app.deviceId() } });
  if (result.kind !== 'answer') return false;
  await app.removeToken();
  declineBiometrics();
  return true;
}

/** Nobody is asked on this device any more. */
export function declineBiometrics(): void {
  sharedStorage.set(DECLINED_KEY, 'yes');
}
