import { z } from 'zod';
import { defineApi, fileAnswer } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';

const accountNumber = z.string().min(1).max(32);

export const statementFormats = ['ElectronicOnly', 'PaperOnly'] as const;
export type StatementFormat = (typeof statementFormats)[number];

/** A monthly statement, or the interest of a year. */
export const statementTypes = ['Statement', 'InterestSummary'] as const;
export type StatementType = (typeof statementTypes)[number];

export const statementItem = z.strictObject({
  /** The last day of its period. */
  Date: z.string(),
  Number: z.string(),
  Type: z.enum(statementTypes),
  /** Account and period; also the object of its ticket. */
  Id: z.string(),
  /** 0 opens here; 1 and 3 open at an outside service. */
  Provider: z.union([z.literal(0), z.literal(1), z.literal(3)]),
  Start: z.string(),
  End: z.string(),
});

export type StatementItem = z.infer<typeof statementItem>;

const reference = {
  UserToken: z.string().min(1).max(128),
  Date: z.string().max(32),
  Number: accountNumber,
  Type: z.enum(statementTypes),
  Id: z.string().min(1).max(48),
};

export const statementsApi = defineApi({
  'GET /api/AccountEStatements/GetStatementFormat': {
    access: 'session',
    whileViewing: true,
    summary: "How an account's statements are sent, the terms electronic ones still need, and the available years",
    objects: { 'query.AccountNumber': 'account' },
    query: z.strictObject({ AccountNumber: accountNumber }),
    answers: {
      200: z.strictObject({
        ...envelope.shape,
        Format: z.enum(statementFormats),
        AgreementsNeeded: z.array(z.number().int()),
        Years: z.array(z.number().int()),
      }),
    },
  },
  'POST /api/AccountEStatements/SetStatementFormat': {
    access: 'session',
    summary: 'Turns electronic statements on, with accepted terms, or off, with the acknowledged withdrawal',
    objects: { 'body.AccountNumber': 'account' },
    body: z.strictObject({
      AccountNumber: accountNumber,
      AccountType: z.union([z.literal(0), z.literal(9)]),
      Format: z.enum(statementFormats),
      /** HostNum of each agreement accepted now; earlier ones are on record. */
      Agreements: z.array(z.number().int()).max(5).optional(),
    }),
    answers: { 200: envelope, 403: envelope },
  },
  'GET /api/accountEStatements/GetStatementList': {
    access: 'session',
    whileViewing: true,
    summary: 'The statements of a year, newest first',
    objects: { 'query.AccountNumber': 'account' },
    query: z.strictObject({ AccountNumber: accountNumber, Year: z.coerce.number().int().min(1900).max(9999) }),
    answers: { 200: z.strictObject({ ...envelope.shape, StatementList: z.array(statementItem).max(13) }) },
  },
  'GET /api/AccountEstatements/GetAmsiveStatementUrl': {
    access: 'ticket',
    summary: 'The address of a statement at the outside service',
    ticket: { action: 'findStatementUrl', parameter: 'UserToken', object: 'query.Id' },
    objects: {
      'query.Number': 'account',
      'query.Id': 'statement',
    },
    query: z.strictObject(reference),
    answers: { 200: z.strictObject({ ...envelope.shape, StatementUrl: z.string() }), 403: envelope },
  },
  'GET /api/AccountEstatements/ViewStatement': {
    access: 'ticket',
    summary: 'A statement as PDF',
    ticket: { action: 'viewStatement', parameter: 'UserToken', object: 'query.Id' },
    objects: {
      'query.Number': 'account',
      'query.Id': 'statement',
    },
    query: z.strictObject({ ...reference, Start: z.string().max(32).optional(), End: z.string().max(32).optional() }),
    answers: { 200: fileAnswer },
  },
});
