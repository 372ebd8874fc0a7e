import { failed, noErrors } from '#common/contract/answers.ts';
import type { PaymentOfMethod, paymentsApi } from '#common/payments/payments.api.ts';
import { savedMethodToWire } from '#common/payments/payments.wire.ts';
import { defaultMethodFromWire } from '#common/payments/schedules.wire.ts';
import { addCents, toWireAmount } from '#common/core/money.ts';
import type { Result } from '#common/core/results.ts';
import { processingFee, thirdPartyFee } from '#common/payments/rules/fees.ts';
import { agreedTo } from '#server/institution/agreements/texting-terms.ts';
import { assertConfirmed } from '#server/identity/confirmation/identity-confirmation.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { type Handlers, ok } from '#server/platform/http/endpoint.ts';
import {
  beginCardSetup,
  removeDefaultMethod,
  removeMethod,
  saveBankAccount,
  saveCard,
  setDefaultMethod,
  tryBankAccount,
} from './payment-methods.command.ts';
import { endCardSetup, minutesToConfirmCard } from './card-setup.command.ts';
import { confirmationReturnUrl } from '#server/payments/settlement/charge-card.ts';
import { listUsableMethods, lookUpMethod } from './usable-methods.ts';
import { paymentSettings } from '#server/payments/read-payment-terms.ts';
import { listPausesOfAccounts, type PaymentPause } from '#server/payments/schedules/payment-pauses.queries.ts';
import { feesWith, isRecurring, listPaymentsOf, replaceInPayments } from './payments-of-method.ts';
import type { Payment } from '#server/payments/payments.queries.ts';
import type { Recurring } from '#server/payments/schedules/recurring-payments.queries.ts';
import type { ResolvedMethod } from './submission-method.ts';
import type { Services } from '#server/services.ts';

type PaymentMethodsApi = Omit<
  typeof paymentsApi,
  | 'GET /api/PaymentInformation/GetPaymentInfo'
  | 'POST /api/PaymentImmediate/SubmitCard'
  | 'POST /api/PaymentImmediate/SubmitAch'
>;

/** Saved methods, the default method of a loan, fees and banks (P 4, P 7). */
export const paymentMethodsHandlers: Handlers<PaymentMethodsApi> = {
  'POST /api/PaymentInformation/GetThirdPartyFee': async ({ body, services }) => {
    const fee = thirdPartyFee(body.IsAch ? 'ACH' : 'Card', paymentSettings(services));
    return ok({ ...noErrors, ThirdPartyFeeAmount: toWireAmount(fee) });
  },

  'POST /api/PaymentMethod/GetPaymentMethods': async ({ services, session }) => {
    const methods = await listUsableMethods(services, session);
    return ok({ ...noErrors, PaymentMethods: methods.map(savedMethodToWire) });
  },

  'POST /api/PaymentMethod/AddCardPaymentMethod': async ({ body, services, session, siteUrl }) => {
    await assertConfirmed(services, session);
    const saved = await saveCard(services, session, body, confirmationReturnUrl(services, siteUrl));
    if (!saved.ok) return ok(failed(saved.error));
    if (!('setup' in saved.value)) return ok({ ...noErrors, CardSetup: null });
    const { setupId, url } = saved.value.setup;
    const MinutesLeft = minutesToConfirmCard(services, saved.value.setup);
    return ok({ ...noErrors, CardSetup: { SetupId: setupId, Url: url, MinutesLeft } });
  },

  'POST /api/PaymentMethod/EndCardSetup': async ({ body, services, session }) => {
    const ending = { setupId: body.SetupId, givesUp: body.GiveUp };
    return ok(toEnvelope(await endCardSetup(services, session, ending)));
  },

  'POST /api/PaymentMethod/BeginCardSetup': async ({ services, session }) => {
    const begun = await beginCardSetup(services, session);
    return ok(begun.ok ? { ...noErrors, ClientSecret: begun.value.clientSecret } : failed(begun.error));
  },

  'POST /api/PaymentMethod/AddAchPaymentMethod': async ({ body, services, session }) => {
    const { database, institution } = services;
    // The dialog requires accepting the terms; requests that bypass it are refused (P 4).
    if (!(await agreedTo('ach', database, institution, session.userId))) return ok(failed('AchTerms'));
    await assertConfirmed(services, session);
    return ok(toEnvelope(await saveBankAccount(services, session, body)));
  },

  'POST /api/PaymentMethod/ValidateAchPaymentMethod': async ({ body, services, session }) =>
    ok(toEnvelope(await tryBankAccount(services, session, body))),

  'POST /api/PaymentMethod/DeleteCardPayment': async ({ body, services, session }) => {
    const method = { type: 'Card', profileId: body.ProfileId } as const;
    return ok(toEnvelope(await removeMethod(services, session, method, { stop: body.StopPayments === true })));
  },

  'POST /api/PaymentMethod/DeleteAchPayment': async ({ body, services, session }) => {
    const method = { type: 'ACH', profileId: body.ProfileId } as const;
    return ok(toEnvelope(await removeMethod(services, session, method, { stop: body.StopPayments === true })));
  },

  'POST /api/PaymentMethod/GetPaymentsOfMethod': async ({ body, services, session }) => {
    const { scheduled, recurring } = await inTransaction(services.database, (transaction) =>
      listPaymentsOf(services, transaction, session, referenceOf(body.Method)),
    );
    const payments = [...scheduled, ...recurring];
    const pauses = await listPausesOfAccounts(
      services.database,
      payments.map(({ accountNumber }) => accountNumber),
    );
    const replacement = body.Replacement && (await lookUpMethod(services, session, referenceOf(body.Replacement)));
    const method = replacement?.ok === true ? replacement.value : null;
    return ok({
      ...noErrors,
      Payments: payments.map((payment) => toListed(services, payment, { pauses, replacement: method })),
    });
  },

  'POST /api/PaymentMethod/ReplaceInPayments': async ({ body, ipAddress, services, session }) => {
    const payments = await inTransaction(services.database, (transaction) =>
      listPaymentsOf(services, transaction, session, referenceOf(body.Method)),
    );
    const agreed = new Map(body.Payments.map(({ ReferenceNumber, FeeAmount }) => [ReferenceNumber, FeeAmount]));
    const replacement = referenceOf(body.Replacement);
    const replaced = await replaceInPayments(services, session, payments, replacement, { agreed, ipAddress });
    return ok({
      ...noErrors,
      Payments: replaced.map(({ referenceNumber, error }) => ({ ReferenceNumber: referenceNumber, ErrorCode: error })),
    });
  },

  'POST /api/PaymentMethod/SetDefaultPaymentMethod': async ({ body, services, session }) => {
    const method = defaultMethodFromWire(body.PaymentMethod);
    return ok(toEnvelope(await setDefaultMethod(services, session, body.AccountNumber, method)));
  },

  'DELETE /api/PaymentMethod/RemoveDefaultPaymentMethod': async ({ query, services, session }) => {
    await removeDefaultMethod(services, session, query.accountNumber);
    return ok(noErrors);
  },

  'GET /api/ACHRoutingData': async ({ query, services }) => {
    const bank = await services.routingDirectory.findBank(query.routingNumber);
    return ok({
      RoutingNumber: query.routingNumber,
      BankExists: bank !== undefined,
      Name: bank?.name ?? '',
      Address: bank?.address ?? '',
      City: bank?.city ?? '',
      State: bank?.state ?? '',
      Zip: bank?.zip ?? '',
    });
  },
};

function referenceOf({ IsCard, ProfileId }: { readonly IsCard: boolean; readonly ProfileId: string }) {
  return { type: IsCard ? 'Card' : 'ACH', profileId: ProfileId } as const;
}

function toListed(
  services: Services,
  payment: Payment | Recurring,
  { pauses, replacement }: { readonly pauses: readonly PaymentPause[]; readonly replacement: ResolvedMethod | null },
): PaymentOfMethod {
  const recurs = isRecurring(payment);
  const type = recurs ? payment.method.type : payment.methodType;
  const fees = replacement && feesWith(services, replacement, recurs ? 'recurring' : 'scheduled');
  return {
    ReferenceNumber: payment.referenceNumber,
    LoanAccountNumber: payment.accountNumber,
    IsRecurring: recurs,
    PaymentDate: recurs ? payment.runOn : payment.payOn,
    Paused: pauses.some(
      ({ accountNumber, methods }) => accountNumber === payment.accountNumber && methods.includes(type),
    ),
    TotalAmount: toWireAmount(payment.totalCents),
    PaysTotalDue: recurs && payment.paysTotalDue,
    FeeAmount: toWireAmount(
      recurs ? addCents(payment.firstPartyFeeCents, payment.thirdPartyFeeCents) : payment.feesCents,
    ),
    FeeAfter: fees && toWireAmount(processingFee(fees)),
  };
}

function toEnvelope(result: Result<unknown>) {
  return result.ok ? noErrors : failed(result.error);
}
