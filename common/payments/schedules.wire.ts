import { dollarsToCents } from '#common/contract/wire-values.ts';
import { day } from '../core/dates.ts';
import { toWireAmount } from '../core/money.ts';
import type { RecurringPaymentItem, ScheduledPaymentItem } from './payment-shapes.api.ts';
import type { PaymentInfo } from './payments.api.ts';
import type { DefaultMethod, RecurringPayment, ScheduledPayment } from './rules/payment-types.ts';

/** Translates payments that are set up, without the rules for new ones, which screens that only list them don't need. */

type WireDefaultMethod = NonNullable<PaymentInfo['DefaultPaymentMethod']>;

export function scheduledPaymentToWire(payment: ScheduledPayment): ScheduledPaymentItem {
  return {
    EncryptedString: payment.handle,
    ReferenceNumber: payment.referenceNumber,
    IsCard: payment.type === 'Card',
    AccountNumber: payment.lastFour,
    CardGoodThrough: payment.goodThrough,
    PaymentDate: payment.payOn,
    PaymentAmount: toWireAmount(payment.amountCents),
    TotalAmount: toWireAmount(payment.totalCents),
    FeeAmount: toWireAmount(payment.feeCents),
    IsPayoff: payment.isPayoff,
    HasBeenPosted: payment.posted,
    Paused: payment.paused,
    CanDelete: payment.deletable,
    CanEdit: payment.editable,
  };
}

export function scheduledPaymentFromWire(item: ScheduledPaymentItem): ScheduledPayment {
  return {
    handle: item.EncryptedString,
    referenceNumber: item.ReferenceNumber,
    type: item.IsCard ? 'Card' : 'ACH',
    lastFour: item.AccountNumber,
    goodThrough: item.CardGoodThrough === null ? null : day(item.CardGoodThrough),
    payOn: day(item.PaymentDate),
    amountCents: dollarsToCents(item.PaymentAmount),
    totalCents: dollarsToCents(item.TotalAmount),
    feeCents: dollarsToCents(item.FeeAmount),
    isPayoff: item.IsPayoff,
    posted: item.HasBeenPosted,
    paused: item.Paused,
    deletable: item.CanDelete,
    editable: item.CanEdit,
  };
}

export function recurringPaymentToWire(payment: RecurringPayment): RecurringPaymentItem {
  return {
    EncryptedData: payment.handle,
    ReferenceNumber: payment.referenceNumber,
    IsCard: payment.type === 'Card',
    Date: payment.nextOn,
    TotalAmount: toWireAmount(payment.totalCents),
    FeeAmount: toWireAmount(payment.feeCents),
    PaymentAmount: toWireAmount(payment.amountCents),
    AdditionalPrincipalAmount: toWireAmount(payment.additionalPrincipalCents),
    PaymentAccountNum: payment.lastFour,
    CardGoodThrough: payment.goodThrough,
    RecurringOption: payment.option,
    NumberOfDays: payment.daysBeforeDue,
    PaysTotalDue: payment.paysTotalDue,
    Paused: payment.paused,
    CanDelete: payment.deletable,
    CanEdit: payment.editable,
    CanSkip: payment.skippable,
  };
}

export function recurringPaymentFromWire(item: RecurringPaymentItem): RecurringPayment {
  return {
    handle: item.EncryptedData,
    referenceNumber: item.ReferenceNumber,
    type: item.IsCard ? 'Card' : 'ACH',
    lastFour: item.PaymentAccountNum,
    goodThrough: item.CardGoodThrough === null ? null : day(item.CardGoodThrough),
    option: item.RecurringOption,
    daysBeforeDue: item.NumberOfDays,
    nextOn: day(item.Date),
    totalCents: dollarsToCents(item.TotalAmount),
    feeCents: dollarsToCents(item.FeeAmount),
    amountCents: dollarsToCents(item.PaymentAmount),
    additionalPrincipalCents: dollarsToCents(item.AdditionalPrincipalAmount),
    paysTotalDue: item.PaysTotalDue,
    paused: item.Paused,
    deletable: item.CanDelete,
    editable: item.CanEdit,
    skippable: item.CanSkip,
  };
}

export function defaultMethodToWire(method: DefaultMethod): WireDefaultMethod {
  return { IsCard: method.type === 'Card', ProfileId: method.profileId, LastFour: method.lastFour };
}

export function defaultMethodFromWire(method: WireDefaultMethod): DefaultMethod {
  return { type: method.IsCard ? 'Card' : 'ACH', profileId: method.ProfileId, lastFour: method.LastFour };
}
