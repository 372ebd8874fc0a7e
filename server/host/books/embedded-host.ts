import type { Day } from '#common/core/dates.ts';
import type { Institution, ServicingRules } from '#common/institution/institution.ts';
import { shortestGrace } from '#common/accounts/rules/late-charge.ts';
import type { Host, LoanToDraw } from '#server/host/host.ts';
import { type Database, inTransaction } from '#server/platform/db/database.ts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';
import { createAccountArea } from './account-area.ts';
import { hostLoanFromRow, loanFromRow, type LoanRow, standingToDraw, summaryFromRow } from './account-rows.ts';
import {
  selectAccountId,
  selectAccounts,
  selectAllAccounts,
  selectAnyLoan,
  selectAnyLoanOf,
  selectLoan,
  selectLoansByNumber,
  selectLoansDue,
} from './accounts.queries.ts';
import { ssnPurpose } from './customer-details.ts';
import {
  customerFromRow,
  selectContacts,
  selectCustomer,
  selectCustomers,
  updateCustomerAddress,
  updatePhones,
} from './customers.queries.ts';
import { createEmbeddedStatements, createStatementSets } from './embedded-statements.ts';
import { findByIdentity } from './find-by-identity.ts';
import { selectHistory } from './history.queries.ts';
import { selectSsnIndex, updateEmailAddress } from './identity.queries.ts';
import { quotePayoff } from './payoff.ts';
import { assessLateCharges } from './assess-late-charges.ts';
import { selectLateChargeCount, selectLateLoans } from './late-charges.queries.ts';
import { postPayment } from './post-payment.ts';
import { postPayments } from './post-payments.ts';
import { projectPayment } from './project-payment.ts';
import { searchCustomers } from './search-customers.ts';
import { selectPostings } from './loan-transfers.queries.ts';
import { listLateCharges, reverseLateCharge } from './reverse-late-charge.ts';
import { createServicing } from './servicing.ts';
import { reversePayment } from './reverse-payment.ts';
import { settleClearing } from './settle-clearing.ts';

export function createEmbeddedHost(
  database: Database,
  institution: Pick<Institution, 'servicing' | 'timeZone'>,
  cipher: FieldCipher,
): Host {
  const rules = institution.servicing;
  return {
    ...createAccountArea(database, institution, cipher),
    ...createEmbeddedStatements(database, institution.timeZone),

    findCustomer: (customerId) => selectCustomer(database, customerId),

    async findCustomerByIdentity(facts) {
      const customer = await findByIdentity(database, facts, cipher);
      return customer && customerFromRow(customer);
    },

    searchCustomers: (search) => searchCustomers(database, cipher, search),

    async ssnMatches(customerId, ssn) {
      const known = await selectSsnIndex(database, customerId);
      return known !== null && Buffer.from(known).equals(cipher.blindIndex(ssn, ssnPurpose));
    },

    changeEmailAddress: (customerId, emailAddress) => updateEmailAddress(database, customerId, emailAddress),
    findContacts: (customerId) => selectContacts(database, customerId),
    changeCustomerAddress: (customerId, address) => updateCustomerAddress(database, customerId, address),
    changePhones: (customerId, phones) => updatePhones(database, customerId, phones),

    async listAccounts(customerId, asOf, reader) {
      const rows = await (reader ? selectAllAccounts : selectAccounts)(database, customerId);
      return rows.map((row) => ({ ...summaryFromRow(row, asOf, rules), hidden: row.hidden_from_web }));
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

    async findLoanToDraw(customerId, accountNumber, asOf) {
      const row = await selectAnyLoan(database, accountNumber);
      return row ? loanToDraw(row, customerId, asOf, rules) : { standing: 'notFound' };
    },

    projectPayment: (plan) => projectPayment(database, plan, rules),

    postPayment: (posting) => inTransaction(database, (transaction) => postPayment(transaction, posting, rules)),
    reversePayment: (reversal) =>
      inTransaction(database, (transaction) => reversePayment(transaction, reversal, rules)),
    settleClearing: (settlement) => settleClearing(database, settlement),

    listPostings: (paymentIds) => selectPostings(database, paymentIds),

    listLateLoans: (page) => selectLateLoans(database, { ...page, graceDays: shortestGrace(rules) }),
    assessLateCharges: (assessment) =>
      inTransaction(database, (transaction) => assessLateCharges(transaction, assessment, rules)),
    countLateCharges: (on) => selectLateChargeCount(database, on),

    async listLateCharges(customerId, accountNumber) {
      const row = await selectAnyLoanOf(database, { customerId, accountNumber });
      return row ? listLateCharges(database, loanFromRow(row)) : [];
    },

    reverseLateCharge: (reversal) => inTransaction(database, (transaction) => reverseLateCharge(transaction, reversal)),

    servicing: createServicing(database, rules),

    sets: {
      ...createStatementSets(database),
      async findLoansToDraw(wanted) {
        const rows = await selectLoansByNumber(database, wanted);
        return new Map(
          wanted.flatMap(({ accountNumber, customerId, asOf }) => {
            const row = rows.get(accountNumber);
            return row ? [[accountNumber, loanToDraw(row, customerId, asOf, rules)]] : [];
          }),
        );
      },
      findCustomers: (customerIds) => selectCustomers(database, customerIds),
      findLoansDue: (wanted) => selectLoansDue(database, wanted),
      postPayments: (postings) => inTransaction(database, (transaction) => postPayments(transaction, postings, rules)),
    },
  };
}

function loanToDraw(row: LoanRow, customerId: string, asOf: Day, rules: ServicingRules): LoanToDraw {
  if (row.customer_id !== customerId) return { standing: 'notFound' };
  const loan = hostLoanFromRow(row, asOf, rules);
  return { standing: standingToDraw(loan), loan, hidden: row.hidden_from_web };
}
