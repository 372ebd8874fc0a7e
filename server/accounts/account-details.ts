import { daysBetween } from '#common/core/dates.ts';
import { addCents, minCents, ZERO } from '#common/core/money.ts';
import { failed } from '#common/contract/answers.ts';
import { loanDetailsToWire } from '#common/accounts/account-details.wire.ts';
import { loanStoryToWire } from '#common/accounts/loan-story.wire.ts';
import type { LoanDetails, LoanFlag, LoanStanding } from '#common/accounts/rules/loan-details.ts';
import { listShownDocuments } from '#server/documents/list-documents.ts';
import { readPlannedPayments } from '#server/payments/schedules/planned-payments-of-loan.ts';
import { listStatements } from './statements/list-statements.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import { type Handler, ok } from '#server/platform/http/endpoint.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { isUnderMaintenance } from '#server/institution/operating-state.queries.ts';
import { findShownAlerts } from './shown-alerts.ts';

/** The loan account information of M 3. A deposit gets the same answer as an unknown account. */
export const getAccountDetails: Handler<'GET /api/AccountDetails'> = async ({ query, services, session }) => {
  const { clock, database, host } = services;
  const { accountNumber } = query;
  const today = clock.today();
  const found = await host.findLoanDetails(session.customerId, accountNumber, today);
  if (!found) throw new Refusal(404, 'NotFound');
  const { loan } = found;
  const [alerts, plannedPayments, underMaintenance, statements, documents] = await Promise.all([
    findShownAlerts(services, session, accountNumber),
    readPlannedPayments(services, database, session, accountNumber, loan),
    isUnderMaintenance(database),
    listStatements(services, session, accountNumber, Number(today.slice(0, 4))),
    services.institution.options['globalOptions.useFileServicesOption']
      ? listShownDocuments(services, session, { kind: 'account', accountNumber })
      : [],
  ]);
  const details: LoanDetails = {
    today,
    accountNumber: loan.accountNumber,
    description: loan.description,
    standing: standingOf(loan),
    daysLate: loan.dueOn === null ? 0 : Math.max(0, daysBetween(loan.dueOn, today)),
    name: found.nameOnAccount,
    address: found.mailingAddress,
    nextPaymentOn: loan.dueOn,
    nextPaymentCents: loan.chargedOff ? ZERO : minCents(loan.installmentCents, loan.payoffCents),
    totalDueCents: loan.totalDueCents,
    ...plannedPayments,
    rate: loan.rate,
    interestThisYearCents: found.interestThisYearCents,
    interestLastYearCents: found.interestLastYearCents,
    availableCreditCents: loan.kind === 'lineOfCredit' ? found.availableCreditCents : null,
    originatedOn: found.openedOn,
    daysSinceOpened: daysBetween(found.openedOn, today),
    totalFeesCents: addCents(loan.lateChargesCents, loan.otherFeesCents),
    lateChargesCents: loan.lateChargesCents,
    historyBlocked: loan.historyBlocked,
    // The last payment is part of the history.
    lastPayment: loan.historyBlocked ? 'unknown' : found.lastPayment,
    alerts,
    statementFormat: found.statementPreference === 'Electronic' ? 'ElectronicOnly' : 'PaperOnly',
    chargedOff:
      loan.chargedOff && loan.payoffCents > 0 ? { on: loan.chargedOff.on, owedCents: loan.payoffCents } : null,
    lien: found.lien,
    flags: flagsOf(loan, underMaintenance),
  };
  return ok(loanDetailsToWire(details, statements.ok ? statements.value : [], documents));
};

function standingOf({ closed, kind, payoffCents, chargedOff, delinquent, pastDue }: HostLoan): LoanStanding {
  if (closed) return 'closed';
  if ((kind === 'loan' || chargedOff) && payoffCents <= 0) return 'paidOff';
  if (chargedOff) return 'chargedOff';
  if (delinquent) return 'delinquent';
  return pastDue ? 'pastDue' : 'current';
}

/** Returns the notices shown when a loan opens (M 8, C-028). */
function flagsOf(loan: HostLoan, underMaintenance: boolean): LoanFlag[] {
  const told: readonly (readonly [LoanFlag, boolean])[] = [
    ['NightError', underMaintenance],
    ['LoanLockedPayoff', loan.lockedForPayoff],
    ['Dispute', loan.inDispute],
    ['NoPaymentOnline', !loan.security.onlinePayments],
    ['NoAchPayment', !loan.security.achPayments],
  ];
  return told.filter(([, holds]) => holds).map(([flag]) => flag);
}

/** Leaves balances out if the history is blocked, since they reveal every payment (M 6). */
export const getLoanStory: Handler<'GET /api/AccountDetails/GetLoanStory'> = async ({ query, services, session }) => {
  const { host } = services;
  const today = services.clock.today();
  const loan = await host.findLoan(session.customerId, query.accountNumber, today);
  if (!loan) throw new Refusal(404, 'NotFound');
  if (loan.historyBlocked) return ok(failed('HistoryBlocked'));
  const story = await host.findLoanStory(session.customerId, query.accountNumber, today);
  if (!story) throw new Refusal(404, 'NotFound');
  return ok(loanStoryToWire({ today, ...story }));
};
