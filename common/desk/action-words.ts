import type { ApprovableAction } from './work.api.ts';

/** The actions that a second person decides, in the words that staff read. */
export const actionWords: Readonly<Record<ApprovableAction, string>> = {
  releaseLogin: 'Open a restricted login',
  correctEmail: 'Correct the email address',
  refundPayment: 'Refund a payment',
  waiveLateCharge: 'Waive a late charge',
  changeHoldCode: 'Lift or replace a hold code',
  liftCustomerHold: 'Lift a hold code from all loans of a customer',
  deferInstallments: 'Defer payments of a loan',
  movePayment: 'Move a payment to another loan',
  changeRate: 'Change the interest rate of a loan',
  withdrawRate: 'Withdraw a change of the interest rate of a loan',
  drawOnLine: 'Pay out a draw on a line of credit',
  chargeOff: 'Charge a loan off',
  reverseChargeOff: 'Reverse the charge-off of a loan',
  takeBackReceived: 'Take back a received payment',
  payOutOverpayment: 'Pay out an overpayment',
  stopPayout: 'Stop a payout',
  releaseBankAccount: 'Release a blocked bank account',
  inviteStaff: 'Invite to a role that approves or gives access',
  changeStaffRole: 'Give a role that approves or gives access',
  downloadBankFile: 'Download a bank file',
  refuseBankFile: 'Send the entries of a rejected bank file again',
  downloadCreditFile: 'Download a file for credit bureaus',
  takeReturns: 'Take a file of returns',
};
