import { useMemo } from 'react';
import type { AccountSummary } from '#common/accounts/rules/account.ts';
import { holdCodeWords, shownComment } from '#common/accounts/rules/hold-code-words.ts';
import { useOption, useTexts } from '#web/institution/settings.ts';

export function useCommentWords(): (account: AccountSummary) => string {
  const holdCodes = useOption('dashboardOptions.holdCodeWords');
  const onHold = useTexts()('loanList.onHold') ?? '';
  return useMemo(() => {
    const words = holdCodeWords(holdCodes);
    return ({ comment }) => shownComment(comment, words, onHold);
  }, [holdCodes, onHold]);
}

export function AccountComment({ account }: { readonly account: AccountSummary }) {
  return useCommentWords()(account);
}
