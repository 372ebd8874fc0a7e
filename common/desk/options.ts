import { amountOption, listOption, numberOption, serverOnly, switchOption } from '#common/contract/option-kinds.ts';

export const deskOptions = {
  'deskOptions.showStaffVisits': switchOption(
    false,
    'Customers see in their profile when staff opened their account, without who and why',
  ),
  'deskOptions.lateChargeWaivedAlone': serverOnly(
    amountOption(
      50,
      'Staff waive a late charge up to this amount alone; above it, or with null always, a second person must approve',
    ),
  ),
  'deskOptions.maxDeferredPerYear': serverOnly(
    numberOption(4, 'How many installments of a loan staff can defer in any twelve months; null for no limit'),
  ),
  'deskOptions.deferredAlone': serverOnly(
    numberOption(
      1,
      'How many installments of a loan staff defer alone in any twelve months; above it, a second person must approve',
    ),
  ),
  'deskOptions.securedLoanTypes': serverOnly(
    listOption(
      [],
      'Types of loans (loan_type of the import) that a lien secures, such as AUTO; paid off, they wait at the desk for its release',
    ),
  ),
  'deskOptions.lienReleaseWaitingDays': serverOnly(
    numberOption(
      10,
      'How many days after its last payment, other than by wire, a lien can be released, because that payment can come back',
    ),
  ),
  'deskOptions.holdCodes': serverOnly(
    listOption([], 'Hold codes that staff can set on a loan, each as CODE=words, such as BKR=Bankruptcy'),
  ),
  'deskOptions.deceasedHoldCodes': serverOnly(
    listOption([], 'Those of the hold codes that also restrict the logins of a customer held with them, such as DEC'),
  ),
} as const;
