import { z } from 'zod';
import { conversationStates } from '#common/contact/rules/conversation.ts';
import { notificationKinds } from '#common/profile/rules/notifications.ts';
import { againStates, giveUpStates, maskedValues, timelineKinds } from './desk-lists.ts';
import { accountNumber, customerId, defineDeskApi, done, instant, reason } from './desk-contract.ts';

const cents = z.number().int();

const login = z.strictObject({
  userId: z.number(),
  loginName: z.string(),
  restricted: z.boolean(),
  /** Locked after wrong passwords until then. */
  lockedUntil: instant.nullable(),
  emailVerified: z.boolean(),
  mustChangePassword: z.boolean(),
  hasAuthenticator: z.boolean(),
  passkeys: z.number(),
  sessions: z.array(z.strictObject({ sessionId: z.number(), userAgent: z.string(), lastSeenAt: instant })),
  devices: z.array(
    z.strictObject({ deviceId: z.number(), userAgent: z.string(), trusted: z.boolean(), lastUsedAt: instant }),
  ),
  lastSignInAt: instant.nullable(),
});

export type CustomerLogin = z.infer<typeof login>;

const ofChannel = z.strictObject({ delinquent: z.boolean(), statement: z.boolean() });

const loginAlerts = z.strictObject({
  userId: z.number(),
  loginName: z.string(),
  turnedOffAll: z.boolean(),
  /** With the link in an email. */
  optedOutOfEmail: z.boolean(),
  /** Notices about the login and its payments that are still sent with everything turned off that can be. */
  notices: z.strictObject({ email: z.array(z.enum(notificationKinds)), text: z.array(z.enum(notificationKinds)) }),
  /** False if the customer opted out of messages about accounts on the channel, which silences the alerts below. */
  sendsAccountAlerts: z.strictObject({ email: z.boolean(), text: z.boolean() }),
  /** Accounts with an alert that is on. */
  accounts: z.array(
    z.strictObject({
      accountNumber: z.string(),
      email: ofChannel.extend({ dueDates: z.array(z.strictObject({ before: z.boolean(), days: z.number() })) }),
      text: ofChannel,
    }),
  ),
});

export type LoginAlerts = z.infer<typeof loginAlerts>;

export const customersApi = defineDeskApi({
  'POST /api/desk/customers/find': {
    may: 'seeCustomers',
    summary: 'Finds customers by name, number, username, email, phone, or the last four digits of the SSN',
    records: 'desk-searched',
    body: z.strictObject({ find: z.string().trim().min(2).max(100) }),
    answer: z.strictObject({
      /** The readings of the text that were searched. */
      by: z.array(z.string()),
      customers: z.array(
        z.strictObject({
          customerId: z.string(),
          name: z.string(),
          maskedEmail: z.string(),
          maskedPhone: z.string(),
          place: z.string(),
          loginNames: z.array(z.string()),
        }),
      ),
    }),
  },
  'POST /api/desk/customers/open': {
    may: 'seeCustomers',
    summary: 'Opens a customer for this session; every other call about the customer requires it',
    objects: { 'body.customerId': { exempt: 'this call opens it' } },
    records: 'desk-customer-opened',
    body: z.strictObject({ customerId, reason }),
    answer: done,
  },
  'GET /api/desk/customer': {
    may: 'seeCustomers',
    summary: 'The customer at a glance, as far as the host answers',
    objects: { 'query.customerId': 'customer' },
    query: z.strictObject({ customerId }),
    answer: z.strictObject({
      customerId: z.string(),
      name: z.string(),
      isCompany: z.boolean(),
      branch: z.string(),
      restrictedByHost: z.boolean(),
      masked: z.strictObject({ emailAddress: z.string(), phone: z.string(), address: z.string() }),
      /** A corrected email address that waits for objections of the former one. */
      newEmail: z.strictObject({ masked: z.string(), appliesAt: instant }).nullable(),
      /** A correction waits for a second person. */
      newEmailAsked: z.boolean(),
      logins: z.array(login),
      accounts: z.array(
        z.strictObject({
          accountNumber: z.string(),
          description: z.string(),
          status: z.string(),
          holdCode: z.string(),
          balanceCents: cents,
          amountDueCents: cents,
          dueOn: z.string().nullable(),
          pastDue: z.boolean(),
          /** The customer hid it from the web. */
          hidden: z.boolean(),
          /** A loan or line of credit, open or closed. */
          takesPayments: z.boolean(),
          isLine: z.boolean(),
        }),
      ),
      openPayments: z.array(
        z.strictObject({
          paymentId: z.string(),
          reference: z.string(),
          accountNumber: z.string(),
          state: z.string(),
          amountCents: cents,
          payOn: z.string(),
          /** A hold code of the loan keeps it from being made. */
          paused: z.boolean(),
        }),
      ),
      notes: z.array(z.strictObject({ noteId: z.number(), by: z.string(), at: instant, text: z.string() })),
    }),
  },
  'GET /api/desk/customer/alerts': {
    may: 'seeCustomers',
    summary: 'The notices and alerts that each login of a customer has switched on, by channel',
    objects: { 'query.customerId': 'customer' },
    query: z.strictObject({ customerId }),
    answer: z.strictObject({
      /** Whether texts can reach the customer, and if not, why. */
      texts: z.enum(['reach', 'noPhoneAgreed', 'off']),
      /** A delinquency alert goes out on the day after. */
      delinquentAfterDays: z.number(),
      logins: z.array(loginAlerts),
    }),
  },
  'GET /api/desk/customer/conversations': {
    may: 'answerMessages',
    summary: 'The conversations of a customer that are not closed, newest first',
    objects: { 'query.customerId': 'customer' },
    query: z.strictObject({ customerId }),
    answer: z.strictObject({
      conversations: z.array(
        z.strictObject({
          conversationId: z.number(),
          subject: z.string(),
          topic: z.string(),
          state: z.enum(conversationStates),
          assignedTo: z.string(),
          changedAt: instant,
        }),
      ),
      closedCount: z.number(),
      /** What staff can begin a conversation with; null if the customer reads no messages in the portal. */
      writeFirst: z.strictObject({ topics: z.array(z.string()), maxAttachments: z.number() }).nullable(),
    }),
  },
  'GET /api/desk/customer/timeline': {
    may: 'seeCustomers',
    summary: 'Everything about a customer, newest first',
    objects: { 'query.customerId': 'customer' },
    query: z.strictObject({
      customerId,
      kind: z.enum(timelineKinds).optional(),
      /** The `next` of the page before. */
      before: z.string().max(100).optional(),
    }),
    answer: z.strictObject({
      entries: z.array(
        z.strictObject({
          id: z.string(),
          kind: z.enum(timelineKinds),
          at: instant,
          title: z.string(),
          detail: z.string(),
          /** Of an email or text: whether it can be sent again, or given up. */
          message: z
            .strictObject({
              messageId: z.number(),
              again: z.enum(againStates),
              giveUp: z.enum(giveUpStates).nullable(),
            })
            .nullable(),
          /** Of a payment that has a page. */
          paymentId: z.string().nullable(),
        }),
      ),
      next: z.string().nullable(),
    }),
  },
  'POST /api/desk/customer/reveal': {
    may: 'revealValues',
    summary: 'Shows one masked value',
    objects: { 'body.customerId': 'customer' },
    records: 'desk-value-revealed',
    body: z.strictObject({ customerId, value: z.enum(maskedValues), reason }),
    answer: z.strictObject({ value: z.string() }),
  },
  'POST /api/desk/customer/show-account': {
    may: 'correctPayments',
    summary: 'Shows an account on the web again that the customer hid',
    objects: { 'body.customerId': 'customer', 'body.accountNumber': 'account' },
    records: 'desk-account-shown',
    body: z.strictObject({ customerId, accountNumber, reason }),
    answer: done,
  },
  'POST /api/desk/customer/note': {
    may: 'writeNotes',
    summary: 'Adds a note for colleagues; customers never see it',
    objects: { 'body.customerId': 'customer' },
    records: 'desk-note-added',
    keyed: true,
    body: z.strictObject({ customerId, text: z.string().trim().min(1).max(2_000) }),
    answer: done,
  },
});
