import { day, type Day } from '../core/dates.ts';
import type { Cents } from '../core/money.ts';
import { findCardBrand } from './rules/card-brands.ts';
import type { BankAccountEntry, CardEntry, TokenizedCard } from './rules/payment-types.ts';
import type { AchMethodBody, CardMethodBody, TokenizedCardBody } from './payment-shapes.api.ts';
import type { PaymentOfMethod } from './payments.api.ts';
import { plainName } from '#common/core/plain-name.ts';
import { dollarsToCents } from '#common/contract/wire-values.ts';
import type { SentCard } from './payments.wire.ts';

/** @throws RangeError if the number has no known brand; such a form is invalid and is never sent. */
export function cardToWire(entry: CardEntry, accountNumber: string): CardMethodBody {
  const brand = findCardBrand(entry.cardNumber);
  if (brand === undefined) throw new RangeError("The card's brand is unknown");
  return {
    BillingAddress: {
      ZipCode: entry.zipCode,
      Address1: entry.address1.trim(),
      Address2: entry.address2.trim(),
      City: entry.city.trim(),
      State: entry.state,
    },
    CardHolderFirstName: plainName(entry.firstName),
    CardHolderLastName: plainName(entry.lastName),
    CardNumber: entry.cardNumber,
    ExpirationDate: entry.expiration,
    SecurityCode: entry.securityCode,
    CardType: brand,
    DebitCreditType: entry.debitCredit,
    LoanAccountNumber: accountNumber,
  };
}

export function tokenizedCardToWire({ token, debitCredit }: TokenizedCard, accountNumber: string): TokenizedCardBody {
  return { ProcessorToken: token, DebitCreditType: debitCredit, LoanAccountNumber: accountNumber };
}

export function sentCardFromWire(body: CardMethodBody | TokenizedCardBody): SentCard {
  return 'ProcessorToken' in body
    ? { token: body.ProcessorToken, debitCredit: body.DebitCreditType }
    : { entry: cardFromWire(body) };
}

/** Derives the brand from the number, whatever was sent. */
export function cardFromWire(body: CardMethodBody): CardEntry {
  return {
    firstName: plainName(body.CardHolderFirstName),
    lastName: plainName(body.CardHolderLastName),
    cardNumber: body.CardNumber,
    expiration: body.ExpirationDate,
    securityCode: body.SecurityCode,
    debitCredit: body.DebitCreditType,
    zipCode: body.BillingAddress.ZipCode,
    address1: body.BillingAddress.Address1,
    address2: body.BillingAddress.Address2,
    city: body.BillingAddress.City,
    state: body.BillingAddress.State,
  };
}

export function bankAccountToWire(entry: BankAccountEntry, accountNumber: string): AchMethodBody {
  return {
    AccountType: entry.accountType,
    RoutingNumber: entry.routingNumber,
    AccountNumber: entry.accountNumber,
    OwnerName: plainName(entry.ownerName),
    LoanAccountNumber: accountNumber,
  };
}

/** Treats the number as confirmed: only the form asks for it twice. */
export function bankAccountFromWire(body: AchMethodBody): BankAccountEntry {
  return {
    ownerName: plainName(body.OwnerName),
    routingNumber: body.RoutingNumber,
    accountNumber: body.AccountNumber,
    confirmAccountNumber: body.AccountNumber,
    accountType: body.AccountType,
  };
}

/** A scheduled or recurring payment that is drawn from a saved method. */
export interface MethodPayment {
  readonly referenceNumber: string;
  readonly accountNumber: string;
  readonly recurring: boolean;
  readonly payOn: Day;
  /** A hold code of the loan keeps it from being made. */
  readonly paused: boolean;
  readonly totalCents: Cents;
  readonly paysTotalDue: boolean;
  readonly feeCents: Cents;
  /** The fee with the chosen replacement method; null without one. */
  readonly feeAfterCents: Cents | null;
}

export function methodPaymentFromWire(payment: PaymentOfMethod): MethodPayment {
  return {
    referenceNumber: payment.ReferenceNumber,
    accountNumber: payment.LoanAccountNumber,
    recurring: payment.IsRecurring,
    payOn: day(payment.PaymentDate),
    paused: payment.Paused,
    totalCents: dollarsToCents(payment.TotalAmount),
    paysTotalDue: payment.PaysTotalDue,
    feeCents: dollarsToCents(payment.FeeAmount),
    feeAfterCents: payment.FeeAfter === null ? null : dollarsToCents(payment.FeeAfter),
  };
}
