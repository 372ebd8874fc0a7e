import type { Root } from 'react-dom/client';
import { reportClientError } from './data/client-errors.ts';
import { type Settings, SettingsContext } from './institution/settings.ts';
import { LoadError } from './kit/LoadError.tsx';

/** Says that the portal's files could not be loaded; a reload requests them again. */
export function showMissingPortal(root: Root, settings: Settings, error: unknown): void {
  reportClientError(error);
  root.render(
    <SettingsContext value={settings}>
      <LoadError isAlone recoverable="atOnce" onTryAgain={() => location.reload()} />
    </SettingsContext>,
  );
}
