import type { TextKey } from '#common/contract/all-texts.ts';
import type { FieldKind, RequestForm } from './rules/request-form.ts';

interface DefaultField {
  readonly name: string;
  readonly kind: FieldKind;
  /** An institution that hides it leaves the field out. */
  readonly label: TextKey;
  readonly required?: boolean;
  readonly choices?: readonly TextKey[];
}

export interface DefaultForm extends Pick<RequestForm, 'key' | 'accounts' | 'paymentsContinue'> {
  /** An institution that hides it leaves the form out. */
  readonly title: TextKey;
  readonly introduction: TextKey;
  readonly next: TextKey;
  readonly fields: readonly DefaultField[];
}

/** The forms of every institution, worded by its texts; `forms.json` of an institution replaces them and adds others. */
export const defaultForms: readonly DefaultForm[] = [
  {
    key: 'payment-help',
    title: 'hardshipRequest.title',
    introduction: 'hardshipRequest.introduction',
    accounts: ['loan', 'lineOfCredit'],
    paymentsContinue: true,
    next: 'hardshipRequest.next',
    fields: [
      {
        name: 'reason',
        kind: 'choice',
        label: 'hardshipRequest.reason',
        required: true,
        choices: [
          'hardshipRequest.lostJob',
          'hardshipRequest.lessIncome',
          'hardshipRequest.illness',
          'hardshipRequest.family',
          'hardshipRequest.disaster',
          'hardshipRequest.costs',
          'hardshipRequest.otherReason',
        ],
      },
      { name: 'since', kind: 'date', label: 'hardshipRequest.since', required: true },
      {
        name: 'duration',
        kind: 'choice',
        label: 'hardshipRequest.duration',
        required: true,
        choices: [
          'hardshipRequest.oneMonth',
          'hardshipRequest.threeMonths',
          'hardshipRequest.sixMonths',
          'hardshipRequest.longer',
          'hardshipRequest.unknown',
        ],
      },
      { name: 'income', kind: 'amount', label: 'hardshipRequest.income' },
      { name: 'expenses', kind: 'amount', label: 'hardshipRequest.expenses' },
      {
        name: 'wish',
        kind: 'choice',
        label: 'hardshipRequest.wish',
        required: true,
        choices: [
          'hardshipRequest.moreTime',
          'hardshipRequest.skip',
          'hardshipRequest.dueDate',
          'hardshipRequest.lower',
          'hardshipRequest.otherWish',
        ],
      },
      { name: 'more', kind: 'longText', label: 'hardshipRequest.more' },
      { name: 'evidence', kind: 'files', label: 'hardshipRequest.evidence' },
    ],
  },
  {
    key: 'document-request',
    title: 'documentRequest.title',
    introduction: 'documentRequest.introduction',
    accounts: [],
    paymentsContinue: false,
    next: 'documentRequest.next',
    fields: [
      {
        name: 'document',
        kind: 'choice',
        label: 'documentRequest.document',
        required: true,
        choices: [
          'documentRequest.payoffLetter',
          'documentRequest.paymentHistory',
          'documentRequest.contract',
          'documentRequest.other',
        ],
      },
      { name: 'account', kind: 'shortText', label: 'documentRequest.account' },
      { name: 'recipient', kind: 'shortText', label: 'documentRequest.recipient', required: true },
      { name: 'more', kind: 'longText', label: 'documentRequest.more' },
    ],
  },
];
