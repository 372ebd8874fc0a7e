import { useCallback } from 'react';
import type { AccountSummary } from '#common/accounts/rules/account.ts';
import { type ShownStatus, shownStatus } from '#common/accounts/rules/account-status.ts';
import { standingOf } from '#common/accounts/rules/account-display.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useTexts } from '#web/institution/settings.ts';
import { Chip, type ChipTone } from '#web/ui/Chip.tsx';

const words: Readonly<Record<Exclude<ShownStatus['kind'], 'hostWord'>, TextKey>> = {
  closed: 'accountLists.closed',
  pastDue: 'accountLists.pastDue',
  delinquent: 'accountLists.delinquent',
  paidOff: 'accountLists.paidOff',
  chargedOff: 'accountLists.chargedOff',
  current: 'accountLists.current',
};

const tones = { closed: 'plain', pastDue: 'bad', current: 'ok' } as const satisfies Record<string, ChipTone>;

/** The status in the institution's or the host's words; null if its text is hidden. */
export function useStatusWords(): (account: AccountSummary) => string | null {
  const textOf = useTexts();
  return useCallback(
    (account) => {
      const status = shownStatus(account);
      return status.kind === 'hostWord' ? status.word : textOf(words[status.kind]);
    },
    [textOf],
  );
}

export function AccountStatus({ account }: { readonly account: AccountSummary }) {
  const shown = useStatusWords()(account);
  const isChargedOff = shownStatus(account).kind === 'chargedOff';
  return shown === null ? null : <Chip tone={isChargedOff ? 'bad' : tones[standingOf(account)]}>{shown}</Chip>;
}
