import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';
import { singleLine } from '#common/contract/single-line.ts';

const line = singleLine(100);

const address = z.strictObject({
  Address1: line,
  Address2: line.default(''),
  City: line,
  State: singleLine(2),
  ZipCode: singleLine(10),
});

const phone = z.strictObject({ OldPhoneNumber: singleLine(20), NewPhoneNumber: singleLine(20) });

const contactChange = z.strictObject({
  AccountNumbers: z.array(z.string().min(1).max(32)).min(1).max(50),
  NewAddress: address.nullish(),
  OldAddress: address.nullish(),
  PhoneNumber1: phone.nullish(),
  PhoneNumber2: phone.nullish(),
  /** Ignored: the server uses its own session. */
  UserName: z.string().max(256).optional(),
  FirstName: z.string().max(200).optional(),
});

export type ContactChangeEntry = z.output<typeof contactChange>;

export const requestChangeApi = defineApi({
  'PUT /api/ManualChangeContactInfo': {
    access: 'session',
    keyed: true,
    summary: 'Asks the institution to change contact information of loans by hand',
    objects: {
      'body.AccountNumbers[]': 'account',
    },
    gate: { switch: 'globalOptions.forceManualContactInfoChangesOption', is: true },
    body: contactChange,
    answers: { 200: envelope },
  },
});
