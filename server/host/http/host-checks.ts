import { randomUUID } from 'node:crypto';
import { addDays, type Day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { type ConformanceCheck, demand } from '#server/platform/cli/conformance.ts';
import type { Clock } from '#server/platform/clock.ts';
import { HostRefused } from '../host-errors.ts';
import { forStaff, type HostLoan, type Reader } from '../host-accounts.ts';
import type { Host } from '../host.ts';
import type { PaymentPosting } from '../host-payments.ts';
import type { HttpHostSettings } from './http-host.ts';
import { send, signed } from './signed-calls.ts';

/** A core with a customer who owes a loan that may be paid; a small payment is posted and taken back. */
export interface CheckedHost {
  readonly settings: HttpHostSettings;
  readonly host: Host;
  readonly customerId: string;
  readonly loanNumber: string;
  readonly clock: Clock;
}

const STRANGER = 'passbook-check-nobody';
const NO_ACCOUNT = '000-000000-0';
const AMOUNT = cents(100);
const COPIES = 8;

/** The requirements of docs/host-protocol.md on a core. */
export const hostChecks: readonly ConformanceCheck<CheckedHost>[] = [
  {
    requirement: 'It answers only requests that are signed with the key, now, and once',
    async run(subject) {
      const right = signed(subject);
      demand((await send(subject, right)) === 200, 'a rightly signed request was refused');
      demand(
        (await send(subject, right)) === 401,
        'the same signature was accepted twice: remember it for two minutes',
      );
      const unsigned = await send(subject, { body: right.body, headers: {} });
      demand(unsigned === 401, `a request without a signature was answered with ${unsigned} instead of 401`);
      const forged = signed({ ...subject, settings: { ...subject.settings, key: new Uint8Array(32).fill(1) } });
      demand((await send(subject, forged)) === 401, 'a signature with another key was accepted');
      demand((await send(subject, signed(subject, -120_000))) === 401, 'a signature from two minutes ago was accepted');
    },
  },
  {
    requirement: 'It ignores fields it does not know, and refuses input that is not valid with 400',
    async run(subject) {
      const more = signed(subject, 0, { customerId: subject.customerId, addedNextYear: true });
      demand(
        (await send(subject, more)) === 200,
        'a request with one more field was refused: ignore what you do not know',
      );
      const less = await send(subject, signed(subject, 0, {}));
      demand(less === 400, `findCustomer without customerId was answered with ${less} instead of 400`);
    },
  },
  {
    requirement: 'It finds the customer and the account, and answers nothing for an unknown customer',
    async run({ host, customerId, loanNumber, clock }) {
      demand(
        (await host.findCustomer(customerId))?.customerId === customerId,
        `findCustomer did not find ${customerId}`,
      );
      demand((await host.findCustomer(STRANGER)) === undefined, 'findCustomer found a customer who does not exist');
      const accounts = await host.listAccounts(customerId, clock.today());
      demand(
        accounts.some(({ number }) => number === loanNumber),
        `listAccounts does not list ${loanNumber}`,
      );
      demand(
        (await host.listAccounts(STRANGER, clock.today())).length === 0,
        'listAccounts lists accounts of a customer who does not exist',
      );
      demand(
        (await host.listAccounts(STRANGER, clock.today(), forStaff)).length === 0,
        'listAccounts with seesHidden lists accounts of a customer who does not exist',
      );
    },
  },
  {
    requirement: "Another customer's account looks like one that does not exist",
    async run({ host, loanNumber, customerId, clock }) {
      const today = clock.today();
      for (const [who, which] of [
        [STRANGER, loanNumber],
        [customerId, NO_ACCOUNT],
      ] as const) {
        const seen = `${which} of ${who}`;
        demand(!(await host.ownsAccount(who, which)), `ownsAccount is true for ${seen}`);
        demand((await host.findLoan(who, which, today)) === undefined, `findLoan found ${seen}`);
        demand((await host.findLoanToDraw(who, which, today)).standing === 'notFound', `findLoanToDraw found ${seen}`);
        demand((await host.quotePayoff(who, which, today)) === undefined, `quotePayoff found ${seen}`);
        demand((await host.findLoanDetails(who, which, today)) === undefined, `findLoanDetails found ${seen}`);
        const toStaff = await host.findLoanDetails(who, which, today, forStaff);
        demand(toStaff === undefined, `findLoanDetails with seesHidden found ${seen}`);
        demand((await history(host, who, which)).length === 0, `listHistory found ${seen}`);
      }
    },
  },
  {
    requirement:
      'A loan that its customer hid is not found for customers, but for staff and payments, until shown again',
    async run({ host, loanNumber, customerId, clock }) {
      const today = clock.today();
      // First, so that a core that can't show the loan again doesn't hide it.
      await host.showOnWeb(loanNumber);
      await host.hideFromWeb(loanNumber);
      const listed = async (reader?: Reader) =>
        (await host.listAccounts(customerId, today, reader)).find(({ number }) => number === loanNumber);
      try {
        demand(!(await host.ownsAccount(customerId, loanNumber)), 'ownsAccount is true for a hidden loan');
        demand((await host.findLoan(customerId, loanNumber, today)) === undefined, 'findLoan found a hidden loan');
        const details = await host.findLoanDetails(customerId, loanNumber, today);
        demand(details === undefined, 'findLoanDetails without seesHidden found a hidden loan');
        demand((await listed()) === undefined, 'listAccounts without seesHidden lists a hidden loan');
        const drawn = await host.findLoanToDraw(customerId, loanNumber, today);
        demand(drawn.standing !== 'notFound' && drawn.hidden, 'findLoanToDraw does not find a hidden loan as hidden');
        const toStaff = await host.findLoanDetails(customerId, loanNumber, today, forStaff);
        demand(toStaff !== undefined, 'findLoanDetails with seesHidden does not find a hidden loan');
        demand((await listed(forStaff))?.hidden === true, 'listAccounts with seesHidden does not list a hidden loan');
      } finally {
        await host.showOnWeb(loanNumber);
      }
      demand((await listed())?.hidden === false, 'showOnWeb does not show the loan again');
    },
  },
  {
    requirement: 'The figures of the loan add up, and the payoff grows with the days',
    async run(subject) {
      const { host, customerId, loanNumber, clock } = subject;
      const loan = await loanOf(subject);
      const owed = loan.principalCents + loan.interestDueCents + loan.lateChargesCents + loan.otherFeesCents;
      demand(loan.payoffCents === owed, `payoffCents is ${loan.payoffCents}, but its parts add up to ${owed}`);
      const quote = await host.quotePayoff(customerId, loanNumber, clock.today());
      demand(
        quote !== undefined && quote.totalCents === loan.payoffCents,
        'quotePayoff of today differs from payoffCents of findLoan',
      );
      const later = await host.quotePayoff(customerId, loanNumber, addDays(clock.today(), 10));
      demand((later?.totalCents ?? 0) >= quote.totalCents, 'a later payoff is less than that of today');
    },
  },
  {
    requirement: 'A charged-off loan has nothing due, and no more interest or late charges',
    async run({ host, customerId, clock }) {
      const today = clock.today();
      for (const { number } of await host.listAccounts(customerId, today)) {
        const loan = await host.findLoan(customerId, number, today);
        if (!loan?.chargedOff) continue;
        demand(loan.dueOn === null && loan.totalDueCents === 0, `${number} is charged off, but something is due`);
        const noCharge = loan.lateCharge === 'none' || loan.lateCharge === 'unknown';
        demand(noCharge, `${number} is charged off, but a late charge is to come`);
        const later = await host.findLoan(customerId, number, addDays(today, 10));
        demand(later?.payoffCents === loan.payoffCents, `${number} is charged off, but its payoff grows with the days`);
      }
    },
  },
  {
    requirement: 'Projecting a payment changes nothing, and posting it has the projected effect',
    async run(subject) {
      const before = await loanOf(subject);
      const { accountNumber, effectiveOn, amountCents, additionalPrincipalCents, ...rest } = newPosting(subject);
      const plan = { accountNumber, effectiveOn, amountCents, additionalPrincipalCents };
      const projected = await subject.host.projectPayment(plan);
      demand((await loanOf(subject)).payoffCents === before.payoffCents, 'projectPayment changed the loan');
      const posted = await subject.host.postPayment({ ...plan, ...rest });
      await takeBack(subject, rest.paymentId);
      const isSame = JSON.stringify(posted.allocation) === JSON.stringify(projected?.allocation);
      demand(isSame, 'postPayment applied the amount differently than projectPayment said');
    },
  },
  {
    requirement: 'A payment is posted once, however often and at whatever moment it is sent',
    async run(subject) {
      const { host, customerId, loanNumber } = subject;
      const before = await loanOf(subject);
      const posting = newPosting(subject);
      const copies = await Promise.all(Array.from({ length: COPIES }, () => host.postPayment(posting)));
      const after = await loanOf(subject);
      const listed = await host.listPostings([posting.paymentId]);
      const entries = await history(host, customerId, loanNumber);
      await takeBack(subject, posting.paymentId);
      demand(
        new Set(copies.map((copy) => copy.transferId)).size === 1,
        'copies of a payment got different transferIds',
      );
      const fell = before.payoffCents - after.payoffCents;
      demand(fell === AMOUNT, `a payment of ${AMOUNT} cents lowered the payoff by ${fell}`);
      const shown = entries.filter(({ paymentId }) => paymentId === posting.paymentId).length;
      demand(shown === 1, `listHistory shows the payment ${shown} times`);
      demand(listed.length === 1 && listed[0]?.totalCents === AMOUNT, 'listPostings does not list the payment once');
    },
  },
  {
    requirement: 'What it will never post is refused with 409 and the reason',
    async run(subject) {
      const posting = newPosting(subject);
      await subject.host.postPayment(posting);
      const other = await reasonOf(subject.host.postPayment({ ...posting, amountCents: cents(AMOUNT + 1) }));
      await takeBack(subject, posting.paymentId);
      demand(other === 'OtherPayment', 'a used paymentId with another amount must be refused as OtherPayment');
      const unknown = { ...newPosting(subject), accountNumber: NO_ACCOUNT };
      const none = await reasonOf(subject.host.postPayment(unknown));
      demand(none === 'NotALoan', 'a payment for an account that is not a loan must be refused as NotALoan');
    },
  },
  {
    requirement: 'A payment is taken back once, and one that was never posted is ignored',
    async run(subject) {
      const before = await loanOf(subject);
      const posting = newPosting(subject);
      await subject.host.postPayment(posting);
      const reversals = await Promise.all(Array.from({ length: 3 }, () => takeBack(subject, posting.paymentId)));
      demand(
        new Set(reversals.map((one) => one?.transferId)).size === 1,
        'copies of a reversal got different transferIds',
      );
      const after = await loanOf(subject);
      demand(after.payoffCents === before.payoffCents, 'after a payment and its reversal the payoff is different');
      demand((await takeBack(subject, randomUUID())) === undefined, 'a payment that was never posted was taken back');
    },
  },
  {
    requirement: 'History comes in pages without overlap',
    async run(subject) {
      const { host, customerId, loanNumber } = subject;
      const postings = [newPosting(subject), newPosting(subject)];
      for (const posting of postings) await host.postPayment(posting);
      const all = await history(host, customerId, loanNumber);
      const [first] = await host.listHistory(customerId, loanNumber, { since: null, limit: 1, before: null });
      const page = { since: null, limit: 1, before: first?.entryId ?? null };
      const [second] = await host.listHistory(customerId, loanNumber, page);
      for (const { paymentId } of postings) await takeBack(subject, paymentId);
      demand(first?.entryId === all[0]?.entryId, 'a page of one does not begin with the newest entry');
      demand(second?.entryId === all[1]?.entryId, 'the page after the first entry does not begin with the second');
    },
  },
  {
    requirement: 'Money settles once per key, and a contact written back reads the same',
    async run({ host, customerId, clock }) {
      const { at, today } = clock.moment();
      const settlement = { description: 'Check', method: 'ACH', amountCents: AMOUNT, effectiveOn: today } as const;
      for (const direction of ['in', 'out'] as const) {
        const once = { ...settlement, direction, postedAt: at, key: `check-${randomUUID()}` };
        await Promise.all([host.settleClearing(once), host.settleClearing(once)]);
      }
      const contacts = await host.findContacts(customerId);
      if (!contacts) return;
      await host.changeCustomerAddress(customerId, contacts.address);
      await host.changePhones(customerId, contacts.phones);
      const again = await host.findContacts(customerId);
      demand(JSON.stringify(again) === JSON.stringify(contacts), 'an address or phone written back reads differently');
    },
  },
  {
    requirement: 'A customer who registers is found by email, phone and loan number, and by no wrong one of them',
    async run({ host, customerId, loanNumber }) {
      const { emailAddress = '', phone = '' } = (await host.findCustomer(customerId)) ?? {};
      demand(
        emailAddress !== '' && phone !== '',
        `${customerId} has no email address or phone: choose another customer`,
      );
      const facts = { emailAddress, phone, accountNumber: loanNumber, accountType: 'Loan' } as const;
      const found = await host.findCustomerByIdentity(facts);
      demand(found?.customerId === customerId, `findCustomerByIdentity did not find ${customerId} by true facts`);
      for (const wrong of [{ phone: '0000000000' }, { accountNumber: '000-000000-0' }]) {
        const another = await host.findCustomerByIdentity({ ...facts, ...wrong });
        demand(another === undefined, `findCustomerByIdentity found a customer in spite of ${JSON.stringify(wrong)}`);
      }
    },
  },
  {
    requirement: 'Every other question is answered in the shape of the protocol',
    async run({ host, customerId, loanNumber, clock }) {
      const today = clock.today();
      const year = Number(today.slice(0, 4));
      await host.findLoanDetails(customerId, loanNumber, today);
      await host.findLoanStory(customerId, loanNumber, today);
      await host.findDeposit(customerId, loanNumber);
      await host.listLoans([loanNumber], today);
      await host.listInsurances(loanNumber);
      await host.listApplications(customerId, addDays(today, -365));
      await host.findApplication(customerId, 'no-such-application');
      await host.findStatementAccount(customerId, loanNumber);
      await host.readInterestOfYear(customerId, loanNumber, year);
      await host.listElectronicAccounts('', 10);
      await host.listLateLoans({ on: today, after: null, limit: 10 });
      await host.countLateCharges(today);
      demand(!(await host.ssnMatches(customerId, '000000000')), 'ssnMatches accepts 000-00-0000');
      const nobody = await host.findCustomerByIdentity({ emailAddress: 'nobody@passbook-check.invalid' });
      demand(nobody === undefined, 'findCustomerByIdentity found a customer by an address that no one has');
    },
  },
];

function newPosting({ loanNumber, clock }: CheckedHost): PaymentPosting {
  const { at, today } = clock.moment();
  return {
    paymentId: `check-${randomUUID()}`,
    accountNumber: loanNumber,
    effectiveOn: today,
    postedAt: at,
    amountCents: AMOUNT,
    additionalPrincipalCents: ZERO,
    processingFeeCents: ZERO,
    method: 'ACH',
  };
}

function takeBack({ host, clock }: CheckedHost, paymentId: string) {
  const { at: postedAt, today: effectiveOn } = clock.moment();
  return host.reversePayment({ paymentId, effectiveOn, postedAt });
}

async function loanOf({ host, customerId, loanNumber, clock }: CheckedHost): Promise<HostLoan> {
  const today: Day = clock.today();
  const loan = await host.findLoan(customerId, loanNumber, today);
  demand(loan !== undefined, `findLoan did not find ${loanNumber} of ${customerId}`);
  return loan;
}

function history(host: Host, customerId: string, accountNumber: string) {
  return host.listHistory(customerId, accountNumber, { since: null, limit: 1_000, before: null });
}

async function reasonOf(asked: Promise<unknown>): Promise<string> {
  try {
    await asked;
    return 'accepted';
  } catch (error) {
    if (error instanceof HostRefused) return error.reason;
    throw error;
  }
}
