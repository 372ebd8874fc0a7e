import type { Institution } from '#common/institution/institution.ts';
import type { Host } from '#server/host/host.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';
import { createAccountArea } from './account-area.ts';
import { hostLoanFromRow, loanFromRow, standingToDraw, summaryFromRow } from './account-rows.ts';
import { selectAccountId, selectAccounts, selectLoan, selectLoanForUpdate } from './accounts.queries.ts';
import { ssnPurpose } from './customer-details.ts';
import {
  customerFromRow,
  selectContacts,
  selectCustomer,
  lockCustomer,
  updateCustomerAddress,
  updateTelephones,
} from './customers.queries.ts';
import { createEmbeddedStatements } from './embedded-statements.ts';
import { findByIdentity } from './find-by-identity.ts';
import { selectHistory } from './history.queries.ts';
import { selectSsnIndex, updateEmailAddress } from './identity.queries.ts';
import { quotePayoff } from './payoff-quote.ts';
import { assessLateCharges } from './assess-late-charges.ts';
import { selectLateChargeCount } from './late-charges.queries.ts';
import { postPayment } from './post-payment.ts';
import { projectPayment } from './project-payment.ts';
import { selectPostings } from './postings.queries.ts';
import { reversePayment } from './reverse-payment.ts';
import { settleClearing } from './settle-clearing.ts';

/** The books in our own database. */
export function createEmbeddedHost(
  database: Database,
  institution: Pick<Institution, 'servicing' | 'timeZone'>,
  cipher: FieldCipher,
): Host {
  const rules = institution.servicing;
  return {
    ...createAccountArea(database, institution, cipher),
    ...createEmbeddedStatements(database, institution.timeZone),

    findCustomer: (customerId, within) => selectCustomer(within ?? database, customerId),

    async findCustomerByIdentity(facts) {
      const customer = await findByIdentity(database, facts, cipher);
      return customer && customerFromRow(customer);
    },

    async ssnMatches(customerId, ssn) {
      const known = await selectSsnIndex(database, customerId);
      return known !== null && Buffer.from(known).equals(cipher.blindIndex(ssn, ssnPurpose));
    },

    changeEmailAddress: updateEmailAddress,
    lockCustomer,
    findContacts: (customerId, within) => selectContacts(within ?? database, customerId),
    changeCustomerAddress: updateCustomerAddress,
    changeTelephones: updateTelephones,

    async listAccounts(customerId, asOf) {
      const rows = await selectAccounts(database, customerId);
      return rows.map((row) => summaryFromRow(row, asOf, rules));
    },

    async ownsAccount(customerId, accountNumber) {
      return (await selectAccountId(database, customerId, accountNumber)) !== undefined;
    },

    async findLoan(customerId, accountNumber, asOf) {
      const row = await selectLoan(database, customerId, accountNumber);
      return row && hostLoanFromRow(row, asOf, rules);
    },

    async quotePayoff(customerId, accountNumber, on) {
      const row = await selectLoan(database, customerId, accountNumber);
      return row && quotePayoff(loanFromRow(row), on);
    },

    async listHistory(customerId, accountNumber, page) {
      const accountId = await selectAccountId(database, customerId, accountNumber);
      return accountId === undefined ? [] : selectHistory(database, accountId, page, institution.timeZone);
    },

    async lockLoan(transaction, customerId, accountNumber, asOf) {
      const row = await selectLoanForUpdate(transaction, accountNumber, customerId);
      return row && hostLoanFromRow(row, asOf, rules);
    },

    async lockLoanToDraw(transaction, customerId, accountNumber, asOf) {
      const row = await selectLoanForUpdate(transaction, accountNumber);
      if (row?.customer_id !== customerId) return { standing: 'notFound' };
      const loan = hostLoanFromRow(row, asOf, rules);
      return { standing: standingToDraw(loan), loan, hidden: row.hidden_from_web };
    },

    projectPayment: (transaction, plan) => projectPayment(transaction, plan, rules),

    postPayment: (transaction, posting) => postPayment(transaction, posting, rules),

    reversePayment,
    settleClearing,

    listPostings: (paymentIds) => selectPostings(database, paymentIds),

    assessLateCharges: (assessment, stopping) => assessLateCharges(database, assessment, rules, stopping),
    countLateCharges: (on, within) => selectLateChargeCount(within ?? database, on),
  };
}
