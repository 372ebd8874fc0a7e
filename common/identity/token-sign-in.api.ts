import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';
import { signInIsOurs } from '#common/contract/gates.ts';
import { loginResponse } from './sign-in.api.ts';

const deviceId = z.string().min(1).max(256);

export const tokenSignInApi = defineApi({
  'POST /api/login/tokenlogin': {
    access: 'public',
    summary: 'Signs in with a token of single sign-on (DeviceID Web) or the mobile app; IsLoggedIn is the result',
    objects: {
      'body.Token': { exempt: 'the secret of an app or of single sign-on' },
      'body.DeviceID': { exempt: 'checked together with the secret' },
    },
    body: z.strictObject({ Token: z.string().min(1).max(8_000), DeviceID: deviceId }),
    answers: { 200: loginResponse, 403: envelope },
  },
  'POST /api/Login/CreateDeviceToken': {
    access: 'session',
    summary:
      'A token for this device to sign in with after a fingerprint or face; replaces an earlier one. Requires the password unless it was entered, or a passkey used, at sign-in within the last five minutes',
    objects: {
      'body.DeviceID': { exempt: 'names a phone of the caller; another customer can use the same phone' },
    },
    gate: [{ switch: 'loginOptions.useBiometricsOption', is: true }, signInIsOurs],
    body: z.strictObject({ DeviceID: deviceId, Password: z.string().max(256).optional() }),
    answers: { 200: envelope.extend({ Value: z.string() }), 403: envelope },
  },
  'POST /api/Login/RemoveDeviceToken': {
    access: 'session',
    summary: "Removes the device's token for signing in",
    objects: {
      'body.DeviceID': { exempt: 'names a phone of the caller; another customer can use the same phone' },
    },
    body: z.strictObject({ DeviceID: deviceId }),
    answers: { 200: envelope },
  },
});
