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

interface InfoListProps {
  readonly items: readonly InfoItem[];
  /** Short values: two to a line also in a narrow card. */
  readonly compact?: boolean;
}

/** Facts about something, each of which the institution may reword or hide; nothing when it hides all of them. */
export function InfoList({ items, compact = false }: InfoListProps) {
  const option = useOptions();
  const text = useTexts();
  const shown = items.filter(({ hideWhen }) => hideWhen === undefined || !option(hideWhen));
  if (shown.length === 0) return null;
  return (
    <DefinitionList
      layout="grid"
      compact={compact}
      items={shown.map(({ term, value }) => {
        const words = text(term);
        return { id: term, term: words ?? nameFromKey(term), termHidden: words === null, value };
      })}
    />
  );
}
