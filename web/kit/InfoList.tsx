import type { ReactNode } from 'react';
import type { SwitchKey } from '#common/contract/all-options.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { nameFromKey, useOptions, useTexts } from '#web/institution/settings.ts';
import { DefinitionList } from '#web/ui/DefinitionList.tsx';

export interface InfoItem {
  readonly term: TextKey;
  readonly value: ReactNode;
  readonly hideWhen?: SwitchKey;
}

/** A list of facts, without those the institution hides. */
export function InfoList({ items }: { readonly items: readonly InfoItem[] }) {
  const option = useOptions();
  const text = useTexts();
  const shown = items.filter(({ hideWhen }) => hideWhen === undefined || !option(hideWhen));
  if (shown.length === 0) return null;
  return (
    <DefinitionList
      layout="grid"
      items={shown.map(({ term, value }) => {
        const words = text(term);
        return { id: term, term: words ?? nameFromKey(term), termHidden: words === null, value };
      })}
    />
  );
}
