import type { HistoryColumn } from '#common/accounts/history.api.ts';
import { timeOfEntry } from '#common/accounts/history.wire.ts';
import { formatDay } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { SwitchKey } from '#common/contract/all-options.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { HistoryEntry } from '#server/host/host.ts';
import { entryWords } from '../entry-words.ts';
import type { DocumentWords } from '#server/platform/pdf/document-words.ts';

export interface Written {
  readonly timeZone: string;
  readonly words: DocumentWords;
}

/** Amounts stay numbers until the file format writes them. */
export interface FileColumn {
  readonly id: HistoryColumn;
  readonly header: TextKey;
  readonly hideWhen: SwitchKey;
  /** Share of a printed line's width. */
  readonly share: number;
  readonly value: (entry: HistoryEntry, written: Written) => string | Cents;
}

const columns: readonly FileColumn[] = [
  {
    id: 'date',
    header: 'history.date',
    hideWhen: 'historyOptions.hideTransactionDate',
    share: 0.12,
    value: (entry) => formatDay(entry.effectiveOn),
  },
  {
    id: 'time',
    header: 'history.time',
    hideWhen: 'historyOptions.hideTime',
    share: 0.1,
    value: (entry, { timeZone }) => timeOfEntry(entry, timeZone),
  },
  {
    id: 'description',
    header: 'history.description',
    hideWhen: 'historyOptions.hideDescription',
    share: 0.22,
    value: ({ description, returned }, { words }) => {
      const shown = entryWords(description, words);
      return returned ? words('historyFile.returned', { description: shown }) : shown;
    },
  },
  {
    id: 'principal',
    header: 'history.principal',
    hideWhen: 'historyOptions.hidePrincipal',
    share: 0.11,
    value: (entry) => entry.principalCents,
  },
  {
    id: 'interest',
    header: 'history.interest',
    hideWhen: 'historyOptions.hideInterest',
    share: 0.1,
    value: (entry) => entry.interestCents,
  },
  {
    id: 'other',
    header: 'history.other',
    hideWhen: 'historyOptions.hideOther',
    share: 0.1,
    value: (entry) => entry.otherCents,
  },
  {
    id: 'total',
    header: 'history.total',
    hideWhen: 'historyOptions.hideTotalPaymentAmount',
    share: 0.12,
    value: (entry) => entry.totalCents,
  },
  {
    id: 'balance',
    header: 'history.balance',
    hideWhen: 'historyOptions.hideRunningPrincipalBalance',
    share: 0.13,
    value: (entry) => entry.runningPrincipalCents,
  },
];

export function fileColumns({ options }: Pick<Institution, 'options'>): FileColumn[] {
  return columns.filter(({ hideWhen }) => !options[hideWhen]);
}
