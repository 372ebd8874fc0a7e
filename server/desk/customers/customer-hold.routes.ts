import { isHoldCodeIn } from '#common/accounts/rules/account.ts';
import type { customerHoldApi } from '#common/desk/customer-hold.api.ts';
import { settableHoldCodes } from '#server/accounts/servicing/change-hold-code.command.ts';
import { requestApprovalForCustomer } from '#server/desk/approvals/request-approval.command.ts';
import { hasOpenWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import { type DeskCall, type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { listActiveOfAccounts } from '#server/payments/schedules/recurring-payments.queries.ts';
import { listScheduledOfAccounts } from '#server/payments/schedules/scheduled-payments.queries.ts';
import { codesForCustomers, holdCustomer, isRestrictedBy, listLoansToHold } from './customer-hold.command.ts';
import { listCustomerLogins } from './customer-logins.queries.ts';

export const customerHoldHandlers: DeskHandlers<typeof customerHoldApi> = {
  'GET /api/desk/customer-hold': async ({ services, query: { customerId } }) => {
    const { database } = services;
    if (!(await services.host.findCustomer(customerId))) throw new DeskRefusal(404, 'NotFound');
    const loans = await listLoansToHold(services, customerId);
    const numbers = loans.map(({ accountNumber }) => accountNumber);
    const planned = [
      ...(await listActiveOfAccounts(database, numbers)),
      ...(await listScheduledOfAccounts(database, numbers)),
    ];
    const codes = [...new Set(loans.map(({ holdCode }) => holdCode.trim().toUpperCase()))].filter(Boolean);
    const waiting = await Promise.all(
      codes.map(async (code) =>
        (await hasOpenWorkItem(database, 'liftCustomerHold', customerId, { code })) ? [code] : [],
      ),
    );
    return {
      settable: codesForCustomers(services),
      loans: loans.map((loan) => ({
        ...loan,
        plannedPayments: planned.filter(({ accountNumber }) => accountNumber === loan.accountNumber).length,
      })),
      logins: (await listCustomerLogins(database, customerId)).map(({ loginName, restricted, restrictedByCode }) => ({
        loginName,
        restricted,
        restrictedByCode,
      })),
      asked: waiting.flat(),
    };
  },

  'POST /api/desk/customer-hold/place': async ({ services, session, body, record }) => {
    const { customerId, reason } = body;
    const code = body.code.trim().toUpperCase();
    if (!settableHoldCodes(services).has(code)) throw new DeskRefusal(409, 'UnknownHoldCode');
    const decision = { by: session.emailAddress, reason };
    const held = await holdCustomer(services, { customerId, code }, decision, (transaction, changed) =>
      'userId' in changed
        ? record(transaction, { customerId, userId: changed.userId, reason, details: { code } })
        : record(transaction, { customerId, reason, details: { code, accountNumber: changed.accountNumber } }),
    );
    if (held.loans.length === 0 && held.logins === 0) throw new DeskRefusal(409, 'NothingToHold');
    return { loans: [...held.loans], logins: held.logins };
  },

  'POST /api/desk/customer-hold/ask-lift': (call) => requestLift(call, false),

  'POST /api/desk/customer-hold/ask-lift-with-logins': (call) => requestLift(call, true),
};

async function requestLift(
  call: DeskCall<'POST /api/desk/customer-hold/ask-lift' | 'POST /api/desk/customer-hold/ask-lift-with-logins'>,
  releaseLogins: boolean,
): Promise<Record<string, never>> {
  const { customerId } = call.body;
  const code = call.body.code.trim().toUpperCase();
  const held = await listLoansToHold(call.services, customerId);
  const loans = held.filter(({ holdCode }) => isHoldCodeIn(code, [holdCode]));
  if (loans.length === 0) throw new DeskRefusal(409, 'NothingToLift');
  await requestApprovalForCustomer(call, async (transaction) => {
    const logins = (await listCustomerLogins(transaction, customerId)).filter(({ restrictedByCode }) =>
      isRestrictedBy(code, restrictedByCode),
    );
    const released = releaseLogins ? logins : [];
    const values = (loan: string, login: string) => ({
      ...Object.fromEntries(loans.map(({ accountNumber }) => [`Hold code of loan ${accountNumber}`, loan])),
      ...Object.fromEntries(released.map(({ loginName }) => [`Sign-in as ${loginName}`, login])),
    });
    return {
      action: 'liftCustomerHold',
      input: { code, releaseLogins: String(releaseLogins) },
      before: values(code, 'refused'),
      after: values('none', 'allowed'),
      details: { code, loans: loans.length, releaseLogins },
    };
  });
  return {};
}
