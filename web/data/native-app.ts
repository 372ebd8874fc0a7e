import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import { sharedStorage } from './browser-storage.ts';
import { call } from './client.ts';
import { isMobileApp } from './device.ts';
import { loadedOption } from '#web/institution/settings.ts';
import { usesSingleSignOn } from './single-sign-on.ts';

/** The interface the institution's mobile app injects into its pages; see docs/mobile-app.md. */
export interface NativeBridge {
  /** A permanent id of this device, assigned by the app. */
  deviceId(): Promise<string>;
  /** Returns whether the device supports fingerprint or face and has one enrolled. */
  biometricsAvailable(): Promise<boolean>;
  /** Asks for it. Returns whether it matched. */
  authenticate(): Promise<boolean>;
  /** Replaces the token in the device's secure storage. */
  storeToken(token: string): Promise<void>;
  readToken(): Promise<string | null>;
  removeToken(): Promise<void>;
}

declare global {
  interface Window {
    readonly PassbookNative?: NativeBridge;
  }
}

/** Time for the app to inject its bridge (A 9). */
export const SET_UP_WAIT_MS = 50;

const DECLINED_KEY = 'passbook.biometrics-declined';

/** Returns the app if it may sign customers in; under single sign-on it may not. */
export function findNativeApp(): NativeBridge | null {
  const offers = loadedOption('loginOptions.useBiometricsOption') && !usesSingleSignOn();
  return offers && isMobileApp() ? (window.PassbookNative ?? null) : null;
}

/** Returns whether biometric sign-in is possible: enabled, with a token on the device (A 4). */
export async function maySignInByBiometrics(app: NativeBridge): Promise<boolean> {
  return (await app.biometricsAvailable()) && (await app.readToken()) !== null;
}

/** Returns whether to offer biometrics after a sign-in. */
export async function shouldOfferBiometrics(app: NativeBridge): Promise<boolean> {
  if (sharedStorage.get(DECLINED_KEY) !== null) return false;
  return (await app.biometricsAvailable()) && (await app.readToken()) === null;
}

/** `declined`: the user canceled the check, which isn't an error. */
export type BiometricSignIn =
  | { readonly kind: 'signedIn'; readonly response: LoginResponse }
  | { readonly kind: 'declined' | 'failed' };

/**
 * Signs in with the device's token. Each token works once: the answer contains the next, and a refused one is deleted.
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
 * Turns on biometric sign-in on this device.
 * @param password not needed right after signing in with it
 * @returns whether it worked
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

export async function disableBiometrics(app: NativeBridge): Promise<boolean> {
  const result = await call('POST /api/Login/RemoveDeviceToken', { body: { DeviceID: await app.deviceId() } });
  if (result.kind !== 'answer') return false;
  await app.removeToken();
  declineBiometrics();
  return true;
}

/** Turns off the offer on this device. */
export function declineBiometrics(): void {
  sharedStorage.set(DECLINED_KEY, 'yes');
}
