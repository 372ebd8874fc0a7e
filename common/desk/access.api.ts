import { z } from 'zod';
import { identityChecks, sentLinks } from './desk-lists.ts';
import { defineDeskApi, done, reason } from './desk-contract.ts';

const ofLogin = z.strictObject({ customerId: z.string().min(1).max(40), userId: z.number().int(), reason });
const objects = { 'body.customerId': 'customer', 'body.userId': 'login' } as const;
const checks = z
  .array(z.enum(identityChecks))
  .min(2)
  .refine((given) => new Set(given).size === given.length);
const ofCustomer = { 'body.customerId': 'customer' } as const;

export const accessApi = defineDeskApi({
  'POST /api/desk/access/unlock': {
    may: 'helpWithAccess',
    summary: 'Clears the locks that wrong passwords have set; the customer is told',
    objects,
    records: 'desk-login-unlocked',
    body: ofLogin,
    answer: done,
  },
  'POST /api/desk/access/end-sessions': {
    may: 'helpWithAccess',
    summary: 'Signs the customer out everywhere, and tells them',
    objects,
    records: 'desk-sessions-ended',
    body: ofLogin,
    answer: done,
  },
  'POST /api/desk/access/forget-devices': {
    may: 'helpWithAccess',
    summary: 'Forgets all browsers and phones, which ends sign-in without a code; the customer is told',
    objects,
    records: 'desk-devices-forgotten',
    body: ofLogin,
    answer: done,
  },
  'POST /api/desk/access/restrict': {
    may: 'restrictLogins',
    summary: 'Refuses sign-in until someone releases the login; the customer is told',
    objects,
    records: 'desk-login-restricted',
    body: ofLogin,
    answer: done,
  },
  'POST /api/desk/access/ask-release': {
    may: 'restrictLogins',
    summary: 'Asks a second person to open a restricted login',
    objects,
    records: 'desk-release-asked',
    body: ofLogin,
    answer: done,
  },
  'POST /api/desk/access/reset-second-factor': {
    may: 'resetSecondFactors',
    confirmed: true,
    summary: 'Removes the authenticator app after an identity check; the customer is told and signed out',
    objects,
    records: 'desk-second-factor-reset',
    body: ofLogin.extend({ checks }),
    answer: done,
  },
  'POST /api/desk/access/remove-passkeys': {
    may: 'resetSecondFactors',
    confirmed: true,
    summary: 'Removes all passkeys after an identity check; the customer is told and signed out',
    objects,
    records: 'desk-passkeys-removed',
    body: ofLogin.extend({ checks }),
    answer: done,
  },
  'POST /api/desk/access/ask-email': {
    may: 'correctEmail',
    summary: 'Asks a second person to correct the email address; the former address is told and can object for a day',
    objects: ofCustomer,
    records: 'desk-email-asked',
    body: z.strictObject({
      customerId: z.string().min(1).max(40),
      emailAddress: z.email().max(254),
      checks,
      reason,
    }),
    answer: done,
  },
  'POST /api/desk/access/withdraw-email': {
    may: 'correctEmail',
    summary: 'Takes back a correction of the email address that waits for its day',
    objects: ofCustomer,
    records: 'desk-email-withdrawn',
    body: z.strictObject({ customerId: z.string().min(1).max(40), reason }),
    answer: done,
  },
  'POST /api/desk/access/send-link': {
    may: 'helpWithAccess',
    summary: 'Sends a link for a login again to the address on file; earlier links of the kind stop working',
    objects,
    records: 'desk-link-sent',
    keyed: true,
    body: ofLogin.extend({ link: z.enum(sentLinks) }),
    answer: done,
  },
  'POST /api/desk/access/invite': {
    may: 'helpWithAccess',
    summary: 'Sends a customer without a login a link to activate a username; earlier ones stop working',
    objects: ofCustomer,
    records: 'desk-invitation-sent',
    keyed: true,
    body: z.strictObject({
      customerId: z.string().min(1).max(40),
      loginName: z.string().trim().min(1).max(128),
      reason,
    }),
    answer: done,
  },
  'POST /api/desk/access/cancel-links': {
    may: 'helpWithAccess',
    summary: 'Makes every link that was sent to the customer stop working',
    objects: ofCustomer,
    records: 'desk-links-cancelled',
    body: z.strictObject({ customerId: z.string().min(1).max(40), reason }),
    answer: done,
  },
});
