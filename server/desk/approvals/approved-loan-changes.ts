import { cents } from '#common/core/money.ts';
import { payoutMeans } from '#common/payments/rules/payout.ts';
import { chargeOff, reverseChargeOff } from '#server/accounts/servicing/charge-off.command.ts';
import { drawOnLine } from '#server/payments/operator/draw-on-line.command.ts';
import type { NewPayout } from '#server/payments/operator/pay-out-overpayment.command.ts';
import type { Approved } from './approvable.ts';

/** Why an approved change of a loan can't be made anymore. */
export const loanRefusals = {
  NotALoan: 'The account is no longer a loan of this customer.',
  CoreDoesThis: 'The core system does this, with its own staff.',
  LoanClosed: 'The loan was closed meanwhile.',
  NothingOwed: 'The loan owes nothing anymore.',
} as const;

/** Why approved money can't go to the customer anymore. */
export const payoutRefusals = {
  NoBankFile: 'institution.json names no bank that takes files.',
  NoSuchBankAccount: 'The customer has deleted the bank account, or a bank has refused it meanwhile.',
  BankAccountRefused: 'The bank account no longer passes the check.',
  PaidOutAlready: 'This check or wire was recorded already.',
} as const;

const chargeOffRefusals = {
  ...loanRefusals,
  FiguresFromFiles: "The figures of the loan come from the core's files by now, so the core charges it off.",
  ChargedOffAlready: 'The loan was charged off meanwhile.',
  PostedLater: 'A payment counts from a later day. Ask again then.',
  RateChangesLater: 'A change of the rate is agreed for a later day. Withdraw it first.',
  AmountMoved: 'Something else is owed by now. Ask again.',
  Maintenance: 'The nightly run is in progress. Ask again after it.',
  InProgress: 'A payment of the loan is in progress. Ask again in a few minutes.',
} as const;

export async function chargeOffAsRequested({ services, item, by, settle }: Approved): Promise<string | undefined> {
  const { customerId, reason } = item;
  const { accountNumber = '', seenCents } = item.input;
  const loan = { customerId, accountNumber, seenCents: cents(Number(seenCents)) };
  const charged = await chargeOff(services, loan, { by, reason }, settle);
  return charged.ok ? undefined : chargeOffRefusals[charged.error];
}

const chargeOffReversalRefusals = {
  ...loanRefusals,
  FiguresFromFiles: "The figures of the loan come from the core's files by now, so the core does this.",
  NotChargedOff: 'The charge-off was reversed meanwhile.',
  PostedLater: 'A payment counts from a later day. Ask again then.',
} as const;

export async function reverseChargeOffAsRequested({
  services,
  item,
  by,
  settle,
}: Approved): Promise<string | undefined> {
  const { customerId, reason } = item;
  const loan = { customerId, accountNumber: item.input['accountNumber'] ?? '' };
  const reversed = await reverseChargeOff(services, loan, { by, reason }, settle);
  return reversed.ok ? undefined : chargeOffReversalRefusals[reversed.error];
}

/** Money that goes to the customer, as someone asked for it. */
export function payoutOf({ customerId, input, workItemId }: Approved['item']): NewPayout {
  const { accountNumber = '', reference = '', profileId = '' } = input;
  const means = payoutMeans.find((each) => each === input['means']);
  if (!means) throw new Error(`Work item ${workItemId} names no means of payment.`);
  const paid = { customerId, accountNumber, amountCents: cents(Number(input['amountCents'])) };
  return means === 'bank' ? { ...paid, means, profileId } : { ...paid, means, reference };
}

/** Names the request, so the payout's audit entry leads to the person who asked. */
export function decisionOn({ reason, workItemId }: Approved['item'], by: string) {
  return { by, reason, workItemId };
}

const drawRefusals = {
  ...loanRefusals,
  ...payoutRefusals,
  NotALoan: 'The account is no longer a line of credit of this customer.',
  NotALine: 'The account is not a line of credit.',
  LoanClosed: 'The line was closed or charged off meanwhile.',
  LoanHeld: 'The line has a hold code, is in dispute, or is locked for payoff by now.',
  NotAvailable: 'Less of the limit is available by now.',
  FiguresFromFiles: "The figures of the line come from the core's files by now, so the core pays draws out.",
} as const;

export async function drawAsRequested({ services, item, by, settle }: Approved): Promise<string | undefined> {
  const drawn = await drawOnLine(services, payoutOf(item), decisionOn(item, by), settle);
  return drawn.ok ? undefined : drawRefusals[drawn.error];
}
