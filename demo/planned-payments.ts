import { createHash, randomUUIDv7 } from 'node:crypto';
import { addDays, type Day, dayOfMonth } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { isBusinessDay } from '#common/core/business-days.ts';
import { firstPartyFee } from '#common/payments/rules/fees.ts';
import type { PaymentType, RecurringOption } from '#common/payments/rules/payment-types.ts';
import { firstRecurringDay } from '#common/payments/rules/submission-route.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';
import { concludeAgreement } from '#server/payments/authorizations/draft-agreement.command.ts';
import { draftAgreementPage } from '#server/payments/authorizations/draft-agreement-page.ts';
import { saveDraftInstruction } from '#server/payments/schedules/draft-instructions.queries.ts';
import { listSavedMethods } from '#server/payments/methods/payment-methods.queries.ts';
import { paymentSettings } from '#server/payments/read-payment-terms.ts';
import { insertScheduledPayment } from '#server/payments/payment-changes.queries.ts';
import { appendRecurringEvent, insertRecurring } from '#server/payments/schedules/recurring-payments.queries.ts';
import { runOf } from '#common/payments/rules/recurring-dates.ts';
import { createReferenceNumber } from '#server/platform/crypto/random-tokens.ts';
import type { ResolvedMethod } from '#server/payments/methods/submission-method.ts';
import { lookUpMethod } from '#server/payments/methods/usable-methods.ts';

interface Example {
  readonly loginName: string;
  readonly accountNumber: string;
  readonly type: PaymentType;
  /** Once, when it is not said how it repeats. */
  readonly option: RecurringOption | null;
}

const examples: readonly Example[] = [
  { loginName: 'margaret.okafor', accountNumber: '102-000318-8', type: 'ACH', option: null },
  { loginName: 'sam.rivera', accountNumber: '101-006106-4', type: 'ACH', option: 'DaysBeforeDue' },
  { loginName: 'sam.rivera', accountNumber: '101-006107-2', type: 'Card', option: 'DayOfMonth' },
];

/**
 * A scheduled payment of margaret.okafor, and two recurring ones of sam.rivera.
 * Each is made once for ever: what a person deletes does not come back.
 */
export async function seedPlannedPayments(services: Services): Promise<void> {
  for (const example of examples) await seed(services, example);
}

/** Skipped in demonstration variants that don't save such methods. */
async function seed(services: Services, example: Example): Promise<void> {
  const user = await findUserByLogin(services.database, example.loginName);
  if (!user) return;
  const saved = (await listSavedMethods(services.database, user.userId)).find(({ type }) => type === example.type);
  if (!saved) return;
  const method = await lookUpMethod(services, user, { type: saved.type, profileId: saved.profileId });
  if (method.ok) await insert(services, user, example, method.value);
}

async function insert(
  services: Services,
  { userId, customerId }: { readonly userId: number; readonly customerId: string },
  { accountNumber, option }: Example,
  method: ResolvedMethod,
): Promise<void> {
  const { at, today } = services.clock.moment();
  const settings = paymentSettings(services);
  const keyHash = createHash('sha256').update(`demonstration:${accountNumber}`).digest();
  const id = randomUUIDv7();
  const { snapshot, source } = method;
  const feeMethod = snapshot.type === 'Card' ? snapshot : { type: 'ACH' as const };
  const payOn = earlyInMonth(services, addDays(today, 6));
  const loan = await services.host.findLoan(customerId, accountNumber, today);
  await inTransaction(services.database, async (transaction) => {
    const customer = { referenceNumber: createReferenceNumber(), userId, customerId, accountNumber };
    const common = { ...customer, method: snapshot, keyHash, requestFingerprint: keyHash, at };
    if (!loan) return;
    const timing = option === null ? 'scheduled' : 'recurring';
    const fees = {
      firstPartyFeeCents: firstPartyFee(feeMethod, timing, settings.firstPartyFees),
      thirdPartyFeeCents: ZERO,
      additionalPrincipalCents: ZERO,
    };
    if (option === null) {
      const once = { isPayoff: false, timing: 'scheduled', occurrence: null } as const;
      const payment = { ...common, ...fees, ...once, paymentId: id, payOn, amountCents: cents(15_000) };
      if (!(await insertScheduledPayment(transaction, payment))) return;
    } else {
      const recurrence = { option, daysBeforeDue: 0, firstOn: payOn };
      const firstOn = firstRecurringDay(recurrence, { today, upcomingDueDays: loan.upcomingDueDays });
      if (firstOn === undefined) return;
      const inserted = await insertRecurring(transaction, {
        ...common,
        ...fees,
        recurringId: id,
        recurrence: { ...recurrence, firstOn },
        ...runOf(firstOn, services.institution, settings),
        paysTotalDue: false,
        amountCents: loan.installmentCents,
      });
      if (!inserted) return;
      await appendRecurringEvent(transaction, id, { name: 'created', on: firstOn, at });
      if (snapshot.type === 'ACH') {
        const time = at.toZonedDateTimeISO(services.institution.timeZone).toLocaleString('en-US');
        const html = draftAgreementPage(services.institution, {
          accountNumber,
          bankAccount: snapshot,
          recurrence: { ...recurrence, firstOn },
          startsOn: firstOn,
          amountCents: loan.installmentCents,
          additionalPrincipalCents: ZERO,
          fees: { firstPartyCents: fees.firstPartyFeeCents, thirdPartyCents: fees.thirdPartyFeeCents },
          preparedAt: time,
          preparedAtCustomers: time,
        });
        const concluded = { html, accountNumber, recurringId: id, ipAddress: '127.0.0.1', at };
        await concludeAgreement(transaction, { userId, customerId }, concluded);
      }
    }
    if (source.kind === 'bankAccount') await saveDraftInstruction(services, transaction, id, source.numbers);
  });
}

/** Returns a business day, from a day on, that exists in every month. */
function earlyInMonth({ institution }: Services, from: Day): Day {
  let date = from;
  while (!isBusinessDay(date, institution.calendar) || dayOfMonth(date) > 28) date = addDays(date, 1);
  return date;
}
