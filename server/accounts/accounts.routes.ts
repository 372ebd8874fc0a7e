import type { accountsApi } from '#common/accounts/accounts.api.ts';
import { accountToWire } from '#common/accounts/accounts.wire.ts';
import { failed, noErrors } from '#common/contract/answers.ts';
import { type Handler, type Handlers, ok } from '#server/platform/http/endpoint.ts';
import type { accountDetailsApi } from '#common/accounts/account-details.api.ts';
import { dayToWire } from '#common/accounts/day.wire.ts';
import { toWireAmount } from '#common/core/money.ts';
import { rateToPercent } from '#common/core/rates.ts';
import { getAccountDetails, getLoanStory } from './account-details.ts';
import { historyInWords } from './entry-words.ts';
import { hideAccount, updateAddress, updateAlerts } from './account-changes.routes.ts';

const getInsurance: Handler<'POST /api/Insurance/GetInsuranceInformation'> = async ({ body, services }) => {
  const insurances = await services.host.listInsurances(body.accountNumber);
  return ok(
    insurances.map(({ type, covers, premiumCents }) => ({
      Type: type,
      IsIndividual: covers,
      Premium: toWireAmount(premiumCents),
    })),
  );
};

const getDepositDetails: Handler<'GET /api/Deposit/GetDepositDetails'> = async ({ query, services, session }) => {
  const { host, institution } = services;
  const deposit = await host.findDeposit(session.customerId, query.accountNumber);
  if (!deposit) return ok(failed('Error'));
  const page = { since: null, limit: query.entries, before: null };
  const entries = query.entries === 0 ? [] : await host.listHistory(session.customerId, query.accountNumber, page);
  return ok({
    ...noErrors,
    Information: {
      Number: deposit.accountNumber,
      Type: deposit.typeCode,
      Description: deposit.description,
      Balance: toWireAmount(deposit.balanceCents),
      AvailableBalance: toWireAmount(deposit.availableCents),
      HeldAmount: toWireAmount(deposit.heldCents),
      Rate: rateToPercent(deposit.rate),
      NameOnAcct: deposit.nameOnAccount,
      OpenedDate: dayToWire(deposit.openedOn),
      MaturityDate: dayToWire(deposit.maturityOn),
    },
    List: historyInWords(entries, institution),
  });
};

export const accountDetailsHandlers: Handlers<typeof accountDetailsApi> = {
  'GET /api/AccountDetails': getAccountDetails,
  'GET /api/AccountDetails/GetLoanStory': getLoanStory,
  'POST /api/Account/UpdateAddress': updateAddress,
  'POST /api/AccountAlerts': updateAlerts,
  'POST /api/Account/ShowHideAccount': hideAccount,
  'POST /api/Insurance/GetInsuranceInformation': getInsurance,
  'GET /api/Deposit/GetDepositDetails': getDepositDetails,
};

export const accountsHandlers: Handlers<typeof accountsApi> = {
  'GET /api/accountList': async ({ session, services }) => {
    const accounts = await services.host.listAccounts(session.customerId, services.clock.today());
    return ok({ ...noErrors, Accounts: accounts.map(accountToWire) });
  },
};
