import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';

const id = z.number().int().min(1);

/** Empty under single sign-on, which has no password here. */
const Password = z.string().max(256);

export const sessionsApi = defineApi({
  'GET /api/Sessions': {
    access: 'session',
    whileViewing: true,
    summary: "The customer's open sessions and known devices, newest first",
    answers: {
      200: envelope.extend({
        Sessions: z.array(
          z.strictObject({
            Id: id,
            /** The User-Agent header; empty if missing. */
            UserAgent: z.string(),
            IPAddress: z.string(),
            SignedIn: z.string(),
            LastSeen: z.string(),
            IsThisOne: z.boolean(),
          }),
        ),
        Devices: z.array(
          z.strictObject({
            Id: id,
            /** `App`: the mobile app, which signs in with a fingerprint or face. */
            Kind: z.enum(['Browser', 'App']),
            UserAgent: z.string(),
            IsTrusted: z.boolean(),
            FirstUsed: z.string(),
            LastUsed: z.string(),
            IsThisOne: z.boolean(),
          }),
        ),
      }),
    },
  },
  'GET /api/Profile/StaffVisits': {
    access: 'session',
    whileViewing: true,
    gate: { switch: 'deskOptions.showStaffVisits', is: true },
    summary: "VisitDate staff last opened the customer's account or viewed the portal as the customer, newest first",
    answers: {
      200: envelope.extend({
        Visits: z.array(z.strictObject({ VisitDate: z.string(), Kind: z.enum(['Opened', 'Viewed']) })),
      }),
    },
  },
  'POST /api/Sessions/EndSession': {
    access: 'session',
    summary: 'Requires the password; ends another session of the customer at once',
    objects: {
      'body.Id': 'session',
    },
    body: z.strictObject({ Id: id, Password }),
    answers: { 200: envelope, 403: envelope },
  },
  'POST /api/Sessions/EndOtherSessions': {
    access: 'session',
    summary: 'Requires the password; ends all other sessions of the customer at once',
    body: z.strictObject({ Password }),
    answers: { 200: envelope, 403: envelope },
  },
  'POST /api/Sessions/ForgetDevice': {
    access: 'session',
    summary: 'Requires the password; forgets a device and ends its other sessions',
    objects: {
      'body.Id': 'device',
    },
    body: z.strictObject({ Id: id, Kind: z.enum(['Browser', 'App']), Password }),
    answers: { 200: envelope, 403: envelope },
  },
});
