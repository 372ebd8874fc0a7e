import { DeskError } from '#web/desk/data/desk-client.ts';

const words: Readonly<Record<string, string>> = {
  Offline: "The server doesn't answer. Check your connection and try again.",
  Unavailable: 'The server is temporarily unavailable. Nothing was changed. Try again in a moment.',
  Quarantined:
    'This is a restored copy that nobody has released yet, so the desk is closed. Ask whoever operates the server.',
  SignIn: 'Your session has ended. Sign in again.',
  NotPermitted: "Your role doesn't permit this.",
  OpenFirst: 'Open the customer with a reason first.',
  NotFound: "We couldn't find this. It may have been removed.",
  InvalidInput: 'Check the entries. Something is missing or too long.',
  TooManyRequests: 'Too many tries. Wait a few minutes and try again.',
  TooManySearches: 'You searched too often in the last hour. Wait, or ask a supervisor.',
  PasskeyRefused: "That passkey wasn't accepted. Use the one you created for this desk.",
  InvitationOver: 'This invitation was used or has expired. Ask an administrator for a new one.',
  ProviderRefused: "The identity provider didn't let you in.",
  OwnRequest: 'You asked for this, so someone else must decide it.',
  RightsChangedRecently:
    'You and whoever asked for this have new rights from the same person, or one of you from the other. Someone else must decide it.',
  NoLongerOpen: 'Someone else has decided this already.',
  NotRestricted: 'This login is not restricted.',
  AskedAlready: 'Someone has asked for this already. It waits in Approvals.',
  NoSecondFactor: 'This login has no authenticator app.',
  SameAddress: 'The customer has this email address already.',
  NoLogin: 'This customer has no login.',
  NoAddress: 'There is no email address on file.',
  NotUnknown: 'This payment has an outcome already. Reload the page.',
  NotPlanned: 'This is no longer planned. Reload the page.',
  InProgress: 'A payment of this loan is in progress. Try again in a few minutes.',
  Maintenance: 'The nightly run is in progress. Try again after it.',
  NotRefundable: "This payment can't be refunded in its state.",
  NotBlocked: 'This bank account may be drawn on. Reload the page.',
  DraftSent:
    'The bank draft has left with a bank file, so the money can only come back as a new payment to the customer.',
  InDispute: 'The cardholder has disputed this payment. The bank decides who gets the money.',
  FileUnreadable: 'The file can no longer be read as one of returns. Choose it again.',
  NotApproved: 'A second person must approve this file with what it would do now. Choose it again to see it, and ask.',
  NotAsWritten: 'The bank did not write this number. Ask the bank for a new notification, or use the command line.',
  NotALoan: 'This account is no loan.',
  UnknownHoldCode: 'Staff can no longer set this hold code. Close this and look again.',
  NotMonthly: 'Only a loan with monthly payments has a due day to change.',
  NothingOwed: 'This loan owes nothing.',
  InstallmentDue: 'An installment is due and unpaid. Change the due date once it is paid.',
  SameDueDay: 'The loan is due on this day already.',
  DueDateMoved: 'The next due date has moved meanwhile. Close this and look again.',
  DrawnToday: 'An automatic payment is about to be drawn. Try again once it is.',
  NoInstallments: 'A line of credit has no installments to defer.',
  LoanHeld: 'This loan has a hold code, is in dispute, or is locked for payoff. Lift the hold first.',
  TooManyDeferred: 'That is more than may be deferred in twelve months.',
  HoldsChanged: 'Someone changed the holds meanwhile. Close this and look again.',
  LoanClosed: 'This loan is closed.',
  CoreDoesThis: 'The core system does this, with its own staff.',
  ReceivedAlready: 'A payment with this reference is on this loan already.',
  ReceivedLater: 'Enter the day it was received: today or earlier.',
  ReceivedTooLongAgo: 'It was received more than 60 days ago, so its interest must be corrected by hand.',
  ReceivedBeforeLoan: 'That day is before the loan was made.',
  AmountNotPossible: 'Enter an amount between $0.01 and $99,999,999.99.',
  TakenBack: 'This payment was taken back already. Reload the page.',
  NotOverpaid: 'Less than this was overpaid. Reload the page.',
  StoppedAlready: 'This payout was stopped already. Reload the page.',
  NoSuchCharge: 'This charge was waived already. Reload the page.',
  FiguresFromFiles:
    "The figures of this loan come from the core's files, so this must be done there. It shows here with the next file.",
  ChargePaid: 'A payment has paid this charge, so it can only be refunded.',
  NotReleased: 'A second person must approve this download first. Each approval lets you download once, within a day.',
  DraftNotHeld: 'This draft is no longer on hold, or would be held again. Reload the page.',
  NoCorrection: 'This correction was decided already. Reload the page.',
  NothingCorrected: 'Enter at least one new value.',
  CorrectionRefused:
    "The new details can't be used: the routing number must be in the directory and take drafts, and the account must not be blocked.",
  NewerMessage: 'There is a newer message. Reload the page and read it before you answer.',
  OldPhoneNotOnFile: "The old number isn't on file, so it can't be replaced. Ask the customer, or decline.",
  PhoneOnFileAlready: 'The new number is on file already. Decline, or ask the customer which number is old.',
  AddressNotUsable: "The new address doesn't fit the system of record. Ask the customer, or decline.",
  SomeUnknown: 'Everyone else has the document. Correct the numbers that are left and deliver again, or cancel.',
  UnknownCustomer: 'No customer has this number.',
  FileName: "The file's name has characters that can't be used. Rename it.",
  FileEndings: 'The file has two endings. Rename it.',
  FormatRefused: 'Only PDF, PNG, JPEG, DOC, and DOCX files can be delivered.',
  FileContent: "The file's content doesn't match its name, or it is damaged.",
  FileMacros: 'The file has macros, so it was refused.',
  FileInfected: 'The scanner found a virus in the file.',
  NotScanned: "The virus scanner doesn't answer. Try again in a few minutes.",
  NotInPortal: "Customers don't read messages in the portal here. Send an email or call.",
  WrongSpan: 'Choose at most a year of days that are over.',
  YearNotOver: 'The year is not over yet.',
  NotOurBooks: 'Your core system keeps the general ledger.',
  RestrictedLogin: "A restricted login can't be viewed. Release it first.",
  WrongReportSpan: 'Choose at most a year.',
  NotYours: 'Only the person who asked can take it back.',
  OwnRights: "You can't change your own access. Ask another administrator.",
  AccessEnded: 'An administrator ended your access. Only an administrator can give it back.',
  ProviderSignsIn: 'Staff sign in with the identity provider here. Access is given there.',
  ProviderSetsRights: 'This person signs in with the identity provider, which also sets the role.',
};

/** The sentence for a refusal's code. */
export function codeWords(code: string): string {
  return words[code] ?? 'Something went wrong. Nothing was changed. Try again.';
}

/** The sentence for a failed call. */
export function problemOf(error: unknown): string {
  if (error instanceof DeskError) return codeWords(error.message);
  if (error instanceof Error && error.name === 'NotAllowedError') return 'The passkey was not used. Try again.';
  return 'Something went wrong. Nothing was changed. Try again.';
}
