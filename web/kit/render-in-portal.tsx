import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { optionDefinitions, type PublicOptions } from '#common/contract/all-options.ts';
import { defaultTexts, type TextKey } from '#common/contract/all-texts.ts';
import { queryClient } from '#web/data/query-client.ts';
import { type Settings, SettingsContext } from '#web/institution/settings.ts';
import { type Rendered, render } from '#web/ui/render-component.tsx';

interface Changes {
  /** Null hides a text. */
  readonly texts?: Readonly<Partial<Record<TextKey, string | null>>>;
  readonly options?: Partial<PublicOptions>;
}

/** For component tests: renders at an institution that leaves everything at its default, apart from `changes`. */
export function renderInPortal(content: ReactNode, changes: Changes = {}): Promise<Rendered> {
  return render(
    <QueryClientProvider client={queryClient}>
      <SettingsContext value={settingsWith(changes)}>{content}</SettingsContext>
    </QueryClientProvider>,
  );
}

function settingsWith({ texts = {}, options = {} }: Changes): Settings {
  const defaults = Object.entries(optionDefinitions).map(([key, { defaultValue }]) => [key, defaultValue]);
  return {
    gassySettings: {
      english: { ...defaultTexts, ...texts },
      shared: { ...(Object.fromEntries(defaults) as PublicOptions), ...options },
    },
    institutionOptions: {},
  };
}
