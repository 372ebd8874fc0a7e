import { changeRoleAsRequested, inviteAsRequested } from '#server/desk/staff/request-role.ts';
import { day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import type { ApprovableAction } from '#common/desk/work.api.ts';
import { changeHoldCode } from '#server/accounts/servicing/change-hold-code.command.ts';
import { changeRate } from '#server/payments/operator/change-rate.command.ts';
import { deferInstallments } from '#server/payments/operator/defer-installments.command.ts';
import { refundPart } from '#server/payments/operator/refund-part.command.ts';
import { refundPayment } from '#server/payments/operator/refund-payment.command.ts';
import { recordFileRejection } from '#server/payments/end-of-day/record-file-rejection.command.ts';
import { movePayment } from '#server/payments/operator/move-payment.command.ts';
import { takeBackReceived } from '#server/payments/operator/receive-payment.command.ts';
import { payOutOverpayment, stopPayout } from '#server/payments/operator/pay-out-overpayment.command.ts';
import { withdrawRate } from '#server/payments/operator/withdraw-rate.command.ts';
import { waiveLateCharge } from '#server/payments/operator/waive-late-charge.command.ts';
import { planCorrection } from '#server/profile/correct-email.command.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { changeRestriction } from '#server/identity/sign-in/restrict-user.command.ts';
import { findUserById } from '#server/identity/users/users.queries.ts';
import { liftCustomerHold } from '#server/desk/customers/customer-hold.command.ts';
import { releaseAccountAsRequested } from './approved-release.ts';
import { insertFileRelease, type ReleasedFile } from './file-releases.queries.ts';
import { type Approvable, type Approved, CannotBeMade } from './approvable.ts';
import {
  chargeOffAsRequested,
  decisionOn,
  drawAsRequested,
  loanRefusals,
  payoutOf,
  payoutRefusals,
  reverseChargeOffAsRequested,
} from './approved-loan-changes.ts';

/** Every action that needs a second person. */
export const approvables: Readonly<Record<ApprovableAction, Approvable>> = {
  releaseLogin: { request: 'restrictLogins', approve: 'approveAccessChanges', run: releaseLogin },
  correctEmail: { request: 'correctEmail', approve: 'approveAccessChanges', run: correctEmail },
  refundPayment: { request: 'correctPayments', approve: 'approvePayments', run: refund },
  waiveLateCharge: { request: 'correctPayments', approve: 'approvePayments', run: waive },
  changeHoldCode: { request: 'correctPayments', approve: 'approvePayments', run: changeCode },
  liftCustomerHold: {
    request: 'correctPayments',
    approve: 'approvePayments',
    andApprove: ({ releaseLogins }) => (releaseLogins === 'true' ? 'approveAccessChanges' : undefined),
    run: liftHold,
  },
  deferInstallments: { request: 'correctPayments', approve: 'approvePayments', run: defer },
  movePayment: { request: 'correctPayments', approve: 'approvePayments', run: move },
  changeRate: { request: 'correctPayments', approve: 'approvePayments', run: changeRateAsRequested },
  withdrawRate: { request: 'correctPayments', approve: 'approvePayments', run: withdrawRateAsRequested },
  drawOnLine: { request: 'correctPayments', approve: 'approvePayments', run: drawAsRequested },
  chargeOff: { request: 'correctPayments', approve: 'approvePayments', run: chargeOffAsRequested },
  reverseChargeOff: { request: 'correctPayments', approve: 'approvePayments', run: reverseChargeOffAsRequested },
  takeBackReceived: { request: 'correctPayments', approve: 'approvePayments', run: takeBack },
  payOutOverpayment: { request: 'correctPayments', approve: 'approvePayments', run: payOut },
  stopPayout: { request: 'correctPayments', approve: 'approvePayments', run: stopPaidOut },
  releaseBankAccount: { request: 'correctPayments', approve: 'approvePayments', run: releaseAccountAsRequested },
  inviteStaff: { request: 'manageStaff', approve: 'approveStaff', run: inviteAsRequested },
  changeStaffRole: { request: 'manageStaff', approve: 'approveStaff', run: changeRoleAsRequested },
  downloadBankFile: {
    request: 'handleBankFiles',
    approve: 'approveBankFiles',
    run: (approved) => releaseFile(approved, { businessOn: day(approved.item.input['businessOn'] ?? '') }),
  },
  refuseBankFile: { request: 'handleBankFiles', approve: 'approveBankFiles', run: rejectFile },
  downloadCreditFile: {
    request: 'handleBankFiles',
    approve: 'approveBankFiles',
    run: (approved) => releaseFile(approved, { fileId: Number(approved.item.input['fileId']) }),
  },
  takeReturns: { request: 'handleBankFiles', approve: 'approveBankFiles', run: approveReturns },
};

/** Changes nothing yet. The file is taken later, and only the approved one is accepted. */
async function approveReturns({ services, settle }: Approved): Promise<undefined> {
  await inTransaction(services.database, settle);
}

async function releaseLogin({ services, item, by, settle }: Approved): Promise<string | undefined> {
  return inTransaction(services.database, async (transaction) => {
    const user = await findUserById(transaction, Number(item.input['userId']));
    if (!user) return 'The login no longer exists.';
    if (!user.restricted) return 'The login was released meanwhile.';
    await settle(transaction);
    await changeRestriction(services, transaction, user, { restricted: false, by });
    return undefined;
  });
}

const correctionRefusals = {
  NotFound: 'The host no longer knows the customer.',
  SameAddress: 'The customer has this email address by now.',
  AskedAlready: 'Another new email address waits for its day.',
} as const;

async function correctEmail({ services, item, siteUrl, settle }: Approved): Promise<string | undefined> {
  const { customerId, input } = item;
  const address = { customerId, emailAddress: input['emailAddress'] ?? '', siteUrl };
  const planned = await planCorrection(services, address, settle);
  return planned.ok ? undefined : correctionRefusals[planned.error];
}

const refundRefusals = {
  NotRefundable: 'The payment can no longer be refunded.',
  DraftSent: 'The bank draft has left with a bank file meanwhile.',
  InDispute: 'The cardholder has disputed the payment meanwhile.',
  NotACard: 'A bank draft is canceled as a whole.',
  NotAPart: 'Less is left of the payment by now. Ask again.',
  OnOtherCustomersLoan: "The payment counts on another customer's loan by now, so it is refunded as a whole.",
  CoreDoesThis: 'The core system does this, with its own staff.',
  FiguresFromFiles: "The figures of the loan come from the core's files by now, so it is refunded as a whole.",
} as const;

async function refund({ services, item, by, settle }: Approved): Promise<string | undefined> {
  const decision = { by, reason: item.reason };
  const { paymentId = '', amountCents } = item.input;
  if (amountCents !== undefined) {
    const part = { paymentId, amountCents: cents(Number(amountCents)) };
    const refunded = await refundPart(services, part, decision, settle);
    return refunded.ok ? undefined : refundRefusals[refunded.error];
  }
  return inTransaction(services.database, async (transaction) => {
    const refunded = await refundPayment(services, transaction, paymentId, decision);
    if (!refunded.ok) throw new CannotBeMade(refundRefusals[refunded.error]);
    await settle(transaction);
    return undefined;
  });
}

const waiveRefusals = {
  NoSuchCharge: 'The charge was waived already.',
  ChargePaid: 'A payment has paid the charge meanwhile.',
  FiguresFromFiles: "The figures of the loan come from the core's files by now, so the charge must be waived there.",
} as const;

async function waive({ services, item, by, settle }: Approved): Promise<string | undefined> {
  const { customerId, reason } = item;
  const { accountNumber = '', chargeId = '' } = item.input;
  const charge = { customerId, accountNumber, chargeId };
  const waived = await waiveLateCharge(services, charge, { by, reason }, settle);
  return waived.ok ? undefined : waiveRefusals[waived.error];
}

const holdCodeRefusals = {
  ...loanRefusals,
  FiguresFromFiles: "The figures of the loan come from the core's files by now, so the code must be changed there.",
  UnknownHoldCode: 'Staff can no longer set this hold code.',
  HoldsChanged: 'The loan has another hold code by now.',
} as const;

async function changeCode({ services, item, by, settle }: Approved): Promise<string | undefined> {
  const { customerId, reason } = item;
  const { accountNumber = '', wanted = '', before = '' } = item.input;
  const change = { customerId, accountNumber, wanted, before };
  const changed = await changeHoldCode(services, change, { by, reason }, settle);
  return changed.ok ? undefined : holdCodeRefusals[changed.error];
}

async function liftHold({ services, item, by, settle }: Approved): Promise<string | undefined> {
  const { customerId, reason, input } = item;
  const hold = { customerId, code: input['code'] ?? '', releaseLogins: input['releaseLogins'] === 'true' };
  const lifted = await liftCustomerHold(services, hold, { by, reason }, settle);
  return lifted ? undefined : "None of the customer's loans has this hold code anymore.";
}

const deferralRefusals = {
  ...loanRefusals,
  FiguresFromFiles: "The figures of the loan come from the core's files by now, so the core defers its payments.",
  NoInstallments: 'The account is a line of credit.',
  LoanHeld: 'The loan has a hold code, is in dispute, or is locked for payoff by now.',
  TooManyDeferred: 'That is more than may be deferred in twelve months.',
  DueDateMoved: 'The next due date has moved meanwhile.',
  DrawnToday: 'An automatic payment is about to be drawn. Ask again once it is.',
} as const;

async function defer({ services, item, by, settle }: Approved): Promise<string | undefined> {
  const { customerId, reason } = item;
  const { accountNumber = '', installments = '', seen = '' } = item.input;
  const wanted = { customerId, accountNumber, installments: Number(installments), seen: day(seen) };
  const deferred = await deferInstallments(services, wanted, { by, reason }, settle);
  return deferred.ok ? undefined : deferralRefusals[deferred.error];
}

const moveRefusals = {
  ...loanRefusals,
  NotMovable: 'The payment was moved, returned, refunded or taken back meanwhile.',
  SameLoan: 'The payment is on this loan by now.',
  LoanClosed: 'The right loan was closed meanwhile.',
  ReceivedBeforeLoan: 'The payment was made before the right loan was.',
  ReceivedAlready: 'A payment with this reference is on the right loan by now.',
  ChargePaid: 'A late charge was waived or paid meanwhile. Ask again.',
  FiguresFromFiles: "The figures of a loan come from the core's files by now, so the core moves it.",
} as const;

async function move({ services, item, by, settle }: Approved): Promise<string | undefined> {
  const { paymentId, receivedId, fromAccountNumber = '', toCustomerId = '', toAccountNumber = '' } = item.input;
  const money =
    paymentId === undefined
      ? ({ kind: 'received', id: receivedId ?? '' } as const)
      : ({ kind: 'payment', id: paymentId } as const);
  const waivedChargeIds = (item.input['waivedChargeIds'] ?? '').split(' ').filter((chargeId) => chargeId !== '');
  const to = { customerId: toCustomerId, accountNumber: toAccountNumber };
  const wanted = { money, from: fromAccountNumber, to, waivedChargeIds };
  const moved = await movePayment(services, wanted, { by, reason: item.reason }, settle);
  return moved.ok ? undefined : moveRefusals[moved.error];
}

const rateRefusals = {
  ...loanRefusals,
  FiguresFromFiles: "The figures of the loan come from the core's files by now, so the core changes its rate.",
  SameRate: 'The loan has this rate by now.',
  RateInThePast: 'The first day of the new rate is over. Ask again with a later one.',
  RateTooFarAhead: 'The first day of the new rate is too far ahead.',
  PostedLater: 'A payment counts from a later day by now.',
  RateChangesLater: 'Another change of the rate is agreed by now.',
  NoNewPayment: 'No payment is left for which a new amount could be computed.',
  PaymentMoved: 'The new payment would be another one by now. Ask again.',
} as const;

async function changeRateAsRequested({ services, item, by, settle }: Approved): Promise<string | undefined> {
  const { customerId, reason } = item;
  const { accountNumber = '', rate, from = '', newPayment, seenCents } = item.input;
  const wanted = { customerId, accountNumber, rate: ratePpm(Number(rate)), from: day(from) };
  const seen = { newPayment: newPayment === 'yes', seenCents: cents(Number(seenCents)) };
  const changed = await changeRate(services, { ...wanted, ...seen }, { by, reason }, settle);
  return changed.ok ? undefined : rateRefusals[changed.error];
}

const withdrawalRefusals = {
  ...loanRefusals,
  FiguresFromFiles: "The figures of the loan come from the core's files by now, so the core changes its rate.",
  NoRateAhead: 'The first day of the new rate has come, or another change is agreed.',
  PostedLater: 'A payment counts from a later day by now.',
} as const;

async function withdrawRateAsRequested({ services, item, by, settle }: Approved): Promise<string | undefined> {
  const { customerId, reason } = item;
  const { accountNumber = '', rate, from = '' } = item.input;
  const meant = { customerId, accountNumber, rate: ratePpm(Number(rate)), from: day(from) };
  const withdrawn = await withdrawRate(services, meant, { by, reason }, settle);
  return withdrawn.ok ? undefined : withdrawalRefusals[withdrawn.error];
}

async function takeBack({ services, item, by, settle }: Approved): Promise<string | undefined> {
  const decision = { by, reason: item.reason };
  const taken = await takeBackReceived(services, item.input['receivedId'] ?? '', decision, settle);
  return taken.ok ? undefined : 'The payment was taken back already.';
}

const overpaymentRefusals = {
  ...loanRefusals,
  ...payoutRefusals,
  NotOverpaid: 'Less is overpaid by now.',
  FiguresFromFiles: "The figures of the loan come from the core's files by now, so the core pays it out.",
} as const;

async function payOut({ services, item, by, settle }: Approved): Promise<string | undefined> {
  const paid = await payOutOverpayment(services, payoutOf(item), decisionOn(item, by), settle);
  return paid.ok ? undefined : overpaymentRefusals[paid.error];
}

const stopRefusals = {
  StoppedAlready: 'The payout was stopped already.',
  CreditSent: 'The bank credit has left with a bank file meanwhile.',
} as const;

async function stopPaidOut({ services, item, by, settle }: Approved): Promise<string | undefined> {
  const decision = { by, reason: item.reason };
  const stopped = await stopPayout(services, item.input['payoutId'] ?? '', decision, settle);
  return stopped.ok ? undefined : stopRefusals[stopped.error];
}

const fileRefusals = {
  NoFile: 'The day has no bank file.',
  RefusedAlready: 'This file is already recorded as rejected.',
  TooLate: 'This file was effective more than two business days ago, so the bank has already debited the accounts.',
  NotInFile: 'A draft that is to be put on hold is no longer in the file.',
  BankAnswered: 'The bank took this file: it has sent a return or a notification of change about it.',
} as const;

async function rejectFile({ services, item, by, settle }: Approved): Promise<string | undefined> {
  const { businessOn = '', holding } = item.input;
  const decision = { by, reason: item.reason, holding: holding?.split(' ') ?? [] };
  const recorded = await recordFileRejection(services, day(businessOn), decision, settle);
  return recorded.ok ? undefined : fileRefusals[recorded.error];
}

/** Lets the person who asked download a file once. */
async function releaseFile({ services, item, settle }: Approved, file: ReleasedFile): Promise<undefined> {
  await inTransaction(services.database, async (transaction) => {
    await insertFileRelease(transaction, file, item.workItemId, services.clock.now());
    await settle(transaction);
  });
}
