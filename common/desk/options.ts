import { amountOption, listOption, serverOnly } from '#common/contract/option-kinds.ts';

export const deskOptions = {
  'deskOptions.lateChargeWaivedAlone': serverOnly(
    amountOption(
      50,
      'Staff waive a late charge up to this amount alone; above it, or with null always, a second person must approve',
    ),
  ),
  'deskOptions.holdCodes': serverOnly(
    listOption([], 'Hold codes that staff can set on a loan, each as CODE=words, such as BKR=Bankruptcy'),
  ),
} as const;
