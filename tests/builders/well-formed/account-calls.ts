import type { ContractKey } from '#server/platform/http/endpoint.ts';
import { alertsToWire } from '#common/accounts/account-details.wire.ts';
import { noAlerts } from '#common/accounts/rules/alerts.ts';
import { OWN_ACCOUNT, type WellFormedCall } from './well-formed-call.ts';

const alertSettings = alertsToWire(noAlerts);

const statementReference = {
  UserToken: 'unknown',
  Date: '2026-10-31',
  Number: OWN_ACCOUNT,
  Type: 'Statement',
  Id: `${OWN_ACCOUNT}.2026-10`,
};

export const accountCalls = {
  'GET /api/accountList': {},
  'GET /api/AccountDetails': { query: { accountNumber: OWN_ACCOUNT } },
  'GET /api/AccountDetails/GetLoanStory': { query: { accountNumber: OWN_ACCOUNT } },
  'POST /api/Account/UpdateAddress': {
    body: {
      AccountNumber: OWN_ACCOUNT,
      Address: { Address1: '402 Beacon Street', City: 'Boston', State: 'MA', ZipCode: '02108' },
    },
  },
  'POST /api/AccountAlerts': { body: { AccountNumber: OWN_ACCOUNT, ...alertSettings } },
  'POST /api/Account/ShowHideAccount': { body: { AccountNumber: OWN_ACCOUNT } },
  'POST /api/Insurance/GetInsuranceInformation': { body: { accountNumber: OWN_ACCOUNT } },
  'GET /api/Deposit/GetDepositDetails': { query: { accountNumber: OWN_ACCOUNT } },
  'GET /api/Application/GetList': { query: { numDaysToRetrieve: '30' } },
  'GET /api/Application': { query: { numDaysToRetrieve: '30', applicationNumber: 'A-501877' } },
  'GET /api/Application/GetNewApplicationNotice': {},
  'POST /api/Register/Apply': { body: { AmountRequested: 5_000, Purpose: 'Car' } },
  'GET /api/AccountHistory': { query: { accountNumber: OWN_ACCOUNT, days: '30', limit: '10', sort: 'total' } },
  'POST /api/AccountHistory/RetrieveDownloadToken': {
    body: { AccountNumber: OWN_ACCOUNT, DaysOfHistory: 30, DownloadType: 0 },
  },
  'GET /api/AccountHistory/DownloadAccountHistory': { query: { token: 'unknown' } },
  'GET /api/AccountEStatements/GetStatementFormat': { query: { AccountNumber: OWN_ACCOUNT } },
  'POST /api/AccountEStatements/SetStatementFormat': {
    body: { AccountNumber: OWN_ACCOUNT, AccountType: 0, Format: 'PaperOnly', Agreements: [11_337] },
  },
  'GET /api/accountEStatements/GetStatementList': { query: { AccountNumber: OWN_ACCOUNT, Year: '2026' } },
  'GET /api/AccountEstatements/GetAmsiveStatementUrl': { query: statementReference },
  'GET /api/AccountEstatements/ViewStatement': { query: statementReference },
  'GET /api/PaymentInformation/GetPayOffQuote': { query: { AccountNumber: OWN_ACCOUNT, PayOffDate: '2026-11-30' } },
  'POST /api/PaymentInformation/RetrieveDownloadToken': {
    body: { AccountNumber: OWN_ACCOUNT, EffectiveDate: '2026-11-30' },
  },
  'GET /api/PaymentInformation/DownloadPayoffQuoteBreakdown': { query: { downloadToken: 'unknown' } },
  'GET /api/ApplyForLoan': { query: { token: 'unknown' } },
  'GET /api/ApplyForLoan/ShowApplyForLoan': {},
} satisfies Partial<Record<ContractKey, WellFormedCall>>;
