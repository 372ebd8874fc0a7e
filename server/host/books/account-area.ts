import type { Institution } from '#common/institution/institution.ts';
import type { HostAccounts } from '#server/host/host-accounts.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';
import { availableCredit, hostLoanFromRow, loanFromRow } from './account-rows.ts';
import { selectAnyLoanOf, selectLoan, selectLoans } from './accounts.queries.ts';
import { insertApplication, selectApplication, selectApplications, takeNotice } from './applications.queries.ts';
import { selectDeposit, selectInsurances } from './deposits.queries.ts';
import { dueOn } from './installments.ts';
import { interestOfYear } from './loan-opening.ts';
import { findOpening } from './loan-openings.queries.ts';
import { lienOf } from './lien-release.ts';
import { lastPaymentOf, paidOf, selectLoanRecord, selectMonthlyBalances } from './loan-records.queries.ts';
import { saveMailingAddress, selectMailingAddress, setHiddenFromWeb } from './mailing-addresses.queries.ts';

export function createAccountArea(
  database: Database,
  { servicing: rules, timeZone }: Pick<Institution, 'servicing' | 'timeZone'>,
  cipher: FieldCipher,
): HostAccounts {
  return {
    async findLoanDetails(customerId, accountNumber, asOf, reader) {
      const row = reader
        ? await selectAnyLoanOf(database, { customerId, accountNumber })
        : await selectLoan(database, customerId, accountNumber);
      if (!row) return undefined;
      const loan = loanFromRow(row);
      const year = Number(asOf.slice(0, 4));
      const record = await selectLoanRecord(database, row.account_id, year, timeZone);
      const opening = await findOpening(database, row.account_id);
      return {
        loan: hostLoanFromRow(row, asOf, rules),
        nameOnAccount: row.name_on_account,
        openedOn: row.opened_on,
        statementPreference: row.statement_preference,
        mailingAddress: await selectMailingAddress(database, row.account_id),
        availableCreditCents: availableCredit(loan),
        interestThisYearCents: interestOfYear(opening, year, record.interestThisYear),
        interestLastYearCents: interestOfYear(opening, year - 1, record.interestLastYear),
        lastPayment: lastPaymentOf(record, opening),
        lien: lienOf(row),
      };
    },

    async findLoanStory(customerId, accountNumber, asOf) {
      const row = await selectLoan(database, customerId, accountNumber);
      if (!row) return undefined;
      const loan = loanFromRow(row);
      const record = await selectLoanRecord(database, row.account_id, Number(asOf.slice(0, 4)), timeZone);
      const opening = await findOpening(database, row.account_id);
      const balances = await selectMonthlyBalances(database, row.account_id);
      const { billingFrequency, dueDay, principalCents, rate, formerTerms, accruedThrough, accruedNumerator } = loan;
      const { installmentCents, partialPaidCents, maturityOn } = loan;
      const accruing = { principalCents, rate, formerTerms, accruedThrough, accruedNumerator };
      const billed = { billingFrequency, dueDay, installmentCents, partialPaidCents, maturityOn };
      return { balances, paid: paidOf(record, opening), plan: { ...billed, ...accruing, nextDueOn: dueOn(loan) } };
    },

    findDeposit: (customerId, accountNumber) => selectDeposit(database, customerId, accountNumber),

    async listLoans(accountNumbers, asOf) {
      const rows = await selectLoans(database, accountNumbers);
      return rows.map((row) => ({
        customerId: row.customer_id,
        loan: hostLoanFromRow(row, asOf, rules),
        hidden: row.hidden_from_web,
      }));
    },

    changeMailingAddress: (change) => saveMailingAddress(database, change),
    hideFromWeb: (accountNumber) => setHiddenFromWeb(database, accountNumber, true),
    showOnWeb: (accountNumber) => setHiddenFromWeb(database, accountNumber, false),
    listInsurances: (accountNumber) => selectInsurances(database, accountNumber),

    listApplications: (customerId, since) => selectApplications(database, customerId, { day: since, timeZone }),
    findApplication: (customerId, number) => selectApplication(database, customerId, number),
    addApplication: (application) => insertApplication(database, application, cipher),
    takeApplicationNotice: (customerId, at) => takeNotice(database, customerId, at),
  };
}
