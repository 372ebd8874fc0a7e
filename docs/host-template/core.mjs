// The data and rules of a core behind the host protocol (docs/host-protocol.md): replace them by your own system's.
// Amounts are cents, rates millionths. A loan's `opening` is what was owed on a day; the rest follows from the postings.
// It charges no late fees and has no statements or applications: an operation that is missing finds nothing.
import { readFileSync } from 'node:fs';
import { daysBetween, nextMonth } from './days.mjs';

const data = JSON.parse(readFileSync(new URL('data.json', import.meta.url), 'utf8'));
const [customers, loans] = [new Map(Object.entries(data.customers)), new Map(Object.entries(data.loans))];
/** In the order of posting: { paymentId, accountNumber, …, reversed }. */
const postings = [];

function accrue(standing, loan, to) {
  const earned = Math.round((standing.principal * loan.rate * daysBetween(standing.on, to)) / 365_000_000);
  return { ...standing, on: to > standing.on ? to : standing.on, interest: standing.interest + earned };
}

/** Fees first, then interest, then principal. */
function apply(standing, loan, { effectiveOn, amountCents, additionalPrincipalCents }) {
  const before = accrue(standing, loan, effectiveOn);
  const feesCents = Math.min(amountCents, before.fees);
  const interestCents = Math.min(amountCents - feesCents, before.interest);
  const principalCents = amountCents - feesCents - interestCents + additionalPrincipalCents;
  const after = {
    ...before,
    fees: before.fees - feesCents,
    interest: before.interest - interestCents,
    principal: before.principal - principalCents,
    partial: before.partial + amountCents,
  };
  while (after.partial >= loan.installment) {
    after.partial -= loan.installment;
    after.dueOn = nextMonth(after.dueOn);
  }
  return { after, allocation: { feesCents, interestCents, principalCents } };
}

function standingOf(accountNumber, asOf) {
  const loan = loans.get(accountNumber);
  const counted = postings.filter((posting) => posting.accountNumber === accountNumber && !posting.reversed);
  const paid = counted.reduce((standing, posting) => apply(standing, loan, posting).after, loan.opening);
  return accrue(paid, loan, asOf);
}

const owns = ({ customerId, accountNumber, seesHidden }) =>
  loans.get(accountNumber)?.customerId === customerId && !(loans.get(accountNumber).hidden && !seesHidden);

function loanOf(accountNumber, asOf) {
  const { installment } = loans.get(accountNumber);
  const { principal, interest, fees, dueOn, partial } = standingOf(accountNumber, asOf);
  const closed = principal + interest + fees === 0;
  return {
    ...data.defaults.loan,
    ...pick(loans.get(accountNumber), 'description', 'rate', 'maturityOn'),
    accountNumber,
    closed,
    principalCents: principal,
    interestDueCents: interest,
    otherFeesCents: fees,
    payoffCents: principal + interest + fees,
    totalDueCents: closed ? 0 : installment - partial + fees,
    installmentCents: installment,
    dueOn: closed ? null : dueOn,
    upcomingDueDays: [dueOn, nextMonth(dueOn)],
    pastDue: dueOn < asOf,
  };
}

function customerOf(customerId) {
  const { person, emailAddress, phones } = customers.get(customerId);
  const phone = phones.find(({ primary }) => primary)?.number ?? '';
  const { firstName } = person;
  const personalName = `${firstName} ${person.lastName}`;
  return { ...data.defaults.customer, customerId, personalName, firstName, emailAddress, phone };
}

function historyOf(accountNumber) {
  let running = loans.get(accountNumber).opening;
  const entries = [];
  for (const { paymentId, effectiveOn, postedAt, allocation, amountCents, reversed, ...posting } of postings) {
    if (posting.accountNumber !== accountNumber || reversed) continue;
    running = apply(running, loans.get(accountNumber), { effectiveOn, amountCents, ...posting }).after;
    const parts = { principalCents: allocation.principalCents, interestCents: allocation.interestCents };
    const amounts = { ...parts, otherCents: allocation.feesCents, totalCents: amountCents };
    const what = { effectiveOn, postedAt, description: 'Payment', returned: false, paymentId };
    entries.unshift({ entryId: paymentId, ...what, ...amounts, runningPrincipalCents: running.principal });
  }
  return entries;
}

export const operations = {
  findCustomer: ({ customerId }) => (customers.has(customerId) ? customerOf(customerId) : undefined),
  findCustomerByIdentity(facts) {
    const known = ({ person, ...more }) => ({ ...person, emailAddress: more.emailAddress, accountType: 'Loan' });
    const isTrue = (id, customer, name, value) => {
      if (name === 'accountNumber') return owns({ customerId: id, accountNumber: value });
      if (name === 'phone') return customer.phones.some(({ number }) => number === value);
      return known(customer)[name]?.toLowerCase() === value.toLowerCase();
    };
    const same = ([id, customer]) => Object.entries(facts).every((fact) => isTrue(id, customer, ...fact));
    const [found, another] = [...customers].filter(same);
    return found && !another ? customerOf(found[0]) : undefined;
  },
  ssnMatches: ({ customerId, ssn }) => customers.get(customerId)?.person.ssn === ssn,
  changeEmailAddress: ({ customerId, emailAddress }) => void (customers.get(customerId).emailAddress = emailAddress),
  findContacts: ({ customerId }) =>
    customers.has(customerId) ? pick(customers.get(customerId), 'address', 'phones') : undefined,
  changeCustomerAddress: ({ customerId, address }) => void (customers.get(customerId).address = address),
  changePhones: ({ customerId, phones }) => void (customers.get(customerId).phones = phones),
  listAccounts: ({ asOf, ...input }) =>
    [...loans.keys()]
      .filter((accountNumber) => owns({ ...input, accountNumber }))
      .map((number) => summaryOf(number, asOf)),
  ownsAccount: owns,
  findLoan: (input) => ifOwned(input, () => loanOf(input.accountNumber, input.asOf)),
  findLoanToDraw(input) {
    const loan = ifOwned({ ...input, seesHidden: true }, () => loanOf(input.accountNumber, input.asOf));
    if (!loan) return { standing: 'notFound' };
    return { standing: loan.closed ? 'paidOff' : 'open', loan, hidden: loans.get(input.accountNumber).hidden };
  },
  quotePayoff: (input) => ifOwned(input, () => quoteOf(input.accountNumber, input.on)),
  listHistory: ({ page, ...input }) =>
    ifOwned(input, () => {
      const all = historyOf(input.accountNumber).filter(({ effectiveOn }) => effectiveOn >= (page.since ?? ''));
      const start = page.before === null ? 0 : all.findIndex(({ entryId }) => entryId === page.before) + 1;
      return all.slice(start, start + page.limit);
    }) ?? [],
  projectPayment(plan) {
    if (!loans.has(plan.accountNumber)) return undefined;
    const loan = loans.get(plan.accountNumber);
    const { after, allocation } = apply(standingOf(plan.accountNumber, plan.effectiveOn), loan, plan);
    const payoff = accrue(after, loan, plan.payoffOn ?? plan.effectiveOn);
    const payoffAfterCents = payoff.principal + payoff.interest + payoff.fees;
    return { allocation, principalAfterCents: after.principal, payoffAfterCents, nextDueOn: after.dueOn };
  },
  postPayment(posting) {
    const known = postings.find(({ paymentId }) => paymentId === posting.paymentId);
    const isSame = ['amountCents', 'accountNumber'].every((name) => known?.[name] === posting[name]);
    if (known && !isSame) throw refused('OtherPayment', 'The payment id was used for another payment');
    if (known) return known.answer;
    if (!loans.has(posting.accountNumber)) throw refused('NotALoan', 'There is no such loan');
    const { allocation, principalAfterCents, nextDueOn } = operations.projectPayment(posting);
    const answer = { transferId: posting.paymentId, allocation, principalAfterCents, nextDueOn };
    return postings.push({ ...posting, allocation, answer, reversed: false }) && answer;
  },
  reversePayment({ paymentId, effectiveOn }) {
    const posting = postings.find((one) => one.paymentId === paymentId);
    if (!posting) return undefined;
    posting.reversed = true;
    const principalAfterCents = standingOf(posting.accountNumber, effectiveOn).principal;
    return { transferId: `reversal-${paymentId}`, principalAfterCents };
  },
  listPostings: ({ paymentIds }) =>
    postings
      .filter(({ paymentId }) => paymentIds.includes(paymentId))
      .map((posting) => ({ ...pick(posting, 'paymentId', 'method', 'reversed'), totalCents: totalOf(posting) })),
  listLateLoans: () => ({ accountNumbers: [], next: null }),
  countLateCharges: () => 0,
  findLoanDetails: (input) =>
    ifOwned(input, () => ({
      ...data.defaults.details,
      loan: loanOf(input.accountNumber, input.asOf),
      openedOn: loans.get(input.accountNumber).openedOn,
      nameOnAccount: customerOf(input.customerId).personalName,
      mailingAddress: customers.get(input.customerId).address,
    })),
  listLoans: ({ accountNumbers, asOf }) =>
    accountNumbers
      .filter((number) => loans.has(number))
      .map((number) => ({ ...pick(loans.get(number), 'customerId', 'hidden'), loan: loanOf(number, asOf) })),
  changeMailingAddress: ({ accountNumber, address }) =>
    void (customers.get(loans.get(accountNumber).customerId).address = address),
  hideFromWeb: ({ accountNumber }) => void (loans.get(accountNumber).hidden = true),
  showOnWeb: ({ accountNumber }) => void (loans.get(accountNumber).hidden = false),
  addApplication: ({ key: application }) => application,
  listInsurances: () => [],
  listApplications: () => [],
  listElectronicAccounts: () => [],
};

function summaryOf(number, asOf) {
  const loan = loanOf(number, asOf);
  return {
    ...data.defaults.summary,
    ...pick(loan, 'description', 'rate', 'dueOn', 'pastDue', 'installmentCents'),
    number,
    hidden: loans.get(number).hidden,
    balanceCents: loan.principalCents,
    amountDueCents: loan.totalDueCents,
    feesDueCents: loan.otherFeesCents,
    nameOnAccount: customerOf(loans.get(number).customerId).personalName,
    originalAmountCents: loans.get(number).originalAmount,
  };
}

function quoteOf(number, on) {
  const { principal, interest, fees } = standingOf(number, on);
  const perDiemCents = Math.round((principal * loans.get(number).rate) / 365_000_000);
  const parts = { principalCents: principal, interestCents: interest, lateChargesCents: 0, otherFeesCents: fees };
  return { on, ...parts, totalCents: principal + interest + fees, perDiemCents };
}
const totalOf = (posting) => posting.amountCents + posting.additionalPrincipalCents + posting.processingFeeCents;
const pick = (from, ...names) => Object.fromEntries(names.map((name) => [name, from[name]]));
const ifOwned = (input, find) => (owns(input) ? find() : undefined);

const refused = (refusal, message) => Object.assign(new Error(message), { status: 409, answer: { refusal, message } });
