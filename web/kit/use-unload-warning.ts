import { useEffect } from 'react';
import { useOption, useText } from '#web/institution/settings.ts';
import { hasUnsavedChanges } from './unsaved-changes.ts';

/** The browser's own warning before leaving a page with entries; most browsers use their own words (A 2.4). */
export function useUnloadWarning(): void {
  const warns = useOption('globalOptions.warnOnLeavePage');
  const text = useText('unsavedDialog.leavePage');
  useEffect(() => {
    if (!warns) return undefined;
    function warn(event: BeforeUnloadEvent) {
      if (!hasUnsavedChanges()) return;
      event.preventDefault();
      event.returnValue = text ?? '';
    }
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [warns, text]);
}
