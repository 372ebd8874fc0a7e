import { findDay } from '#common/core/dates.ts';
import { fromWireAmount } from '#common/core/money.ts';
import type { DraftAgreementPreparation } from '#common/payments/draft-agreements.api.ts';
import { bankAccountFromWire } from '#common/payments/methods.wire.ts';
import type { AgreementPreparation } from './draft-agreement.command.ts';

/** Returns undefined if an amount is invalid, or if the first day or the bank account is missing. */
export function preparationFromWire(body: DraftAgreementPreparation): AgreementPreparation | undefined {
  const amountCents = fromWireAmount(body.Amount);
  const additionalPrincipalCents = fromWireAmount(body.AdditionalPrincipal);
  if (amountCents === undefined || additionalPrincipalCents === undefined) return undefined;
  const option = body.RecurringOption ?? 'DaysBeforeDue';
  const payOn = findDay(body.PaymentDate ?? '') ?? null;
  if (option !== 'DaysBeforeDue' && payOn === null) return undefined;
  const method = methodFromWire(body);
  if (!method) return undefined;
  return {
    accountNumber: body.LoanAccountNumber,
    plan: { timing: 'recurring', option, daysBeforeDue: body.daysBeforeDue },
    payOn,
    amountCents,
    additionalPrincipalCents,
    method,
    localTimeOffset: body.LocalTimeOffset,
  };
}

function methodFromWire({
  AchInfo: account,
  EncryptedString: handle,
}: DraftAgreementPreparation): AgreementPreparation['method'] | undefined {
  if (account === null) return handle === undefined ? undefined : { handle };
  return 'ProfileId' in account
    ? { type: 'ACH', profileId: account.ProfileId }
    : { type: 'ACH', entry: bankAccountFromWire(account) };
}
