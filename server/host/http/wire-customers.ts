import { z } from 'zod';
import { address, date, number, phones, text } from './wire-values.ts';

/** Customers in the host protocol, with their JSON form and our types. */

export const customer = z.object({
  customerId: text,
  companyNumber: number,
  personalName: text,
  firstName: text,
  emailAddress: text,
  phone: text,
  textPhone: text,
  branch: text,
  restricted: z.boolean(),
});

const limit = { limit: z.int().min(1).max(100) };

export const customerSearch = z.discriminatedUnion('by', [
  z.object({ ...limit, by: z.literal('name'), name: text }),
  z.object({ ...limit, by: z.literal('emailAddress'), emailAddress: text }),
  z.object({ ...limit, by: z.literal('phone'), phone: text }),
  z.object({ ...limit, by: z.literal('accountNumber'), accountNumber: text }),
  z.object({ ...limit, by: z.literal('ssnEnding'), ssnEnding: text }),
  z.object({ ...limit, by: z.literal('customerIds'), customerIds: z.array(text).max(100).readonly() }),
]);

export const foundCustomer = z.object({
  customerId: text,
  name: text,
  emailAddress: text,
  phone: text,
  city: text,
  state: text,
});

export const identityFacts = z
  .object({
    accountNumber: text,
    accountType: z.enum(['Loan', 'Deposit']),
    ssn: text,
    emailAddress: text,
    firstName: text,
    lastName: text,
    birthDate: date,
    zip: text,
    phone: text,
    branch: text,
    birthPlace: text,
    driversLicense: text,
    mothersMaiden: text,
  })
  .partial();

export const contacts = z.object({ address, phones });
