/** Lists that both sides use; apart from the calls, whose schemas the browser must not load. */

/** Kinds of entries in a customer's timeline, for its filter. */
export const timelineKinds = ['payment', 'message', 'signIn', 'account', 'loan', 'sent', 'document', 'staff'] as const;

export type TimelineKind = (typeof timelineKinds)[number];

/** Values shown masked, of which staff may see one at a time. */
export const maskedValues = ['emailAddress', 'phone', 'address'] as const;

export type MaskedValue = (typeof maskedValues)[number];

/** How staff may have checked who is asking, before a second factor is reset. */
export const identityChecks = ['calledBack', 'idInBranch', 'accountFacts', 'birthDateAndSsn'] as const;

export type IdentityCheck = (typeof identityChecks)[number];

/** Links that staff can send again. */
export const sentLinks = ['resetPassword', 'verifyEmail'] as const;

export type SentLink = (typeof sentLinks)[number];

/** Whether staff can send a message again, or the refusal that says why not. */
export const againStates = [
  'possible',
  'TextNotAgain',
  'NotSentYet',
  'HoldsSecret',
  'WordsGone',
  'ToSomeoneElse',
  'NoLongerSent',
] as const;

/** Whether staff can give up a message that was not delivered, or the refusal that says why not yet. */
export const giveUpStates = ['possible', 'WarnsCustomer', 'StillTried', 'BeingSent'] as const;

export type GiveUpState = (typeof giveUpStates)[number];

/** The steps of a business day, in order. */
export const dayStepNames = ['submission', 'file', 'settlement', 'charges', 'comparison'] as const;

export const dayStepStates = ['done', 'waiting', 'failed'] as const;

/** Forms of the IRS whose figures the books have. */
export const yearEndForms = ['1098', '1099-INT'] as const;

/** Reports that can be exported. */
export const reportNames = ['days', 'payments', 'returns', 'return-rates', 'answers'] as const;

export type ReportName = (typeof reportNames)[number];

/** Customers that get a document at once. */
export const MAX_RECIPIENTS = 200;
