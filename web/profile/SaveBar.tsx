import { Check } from 'lucide-react';
import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { BusyBar } from '#web/ui/BusyBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './profile.module.css';

/** How long the check mark shows (M 9). */
export const SAVED_MS = 3_000;

interface SaveBarProps {
  /** The section has unsaved changes. */
  readonly dirty: boolean;
  readonly valid: boolean;
  readonly busy: boolean;
  readonly onCancel: () => void;
}

/** Cancel and Save while a section has unsaved changes (M 4). */
export function SaveBar({ dirty, valid, busy, onCancel }: SaveBarProps) {
  const saving = useLabel('profile.saving');
  return (
    <>
      {busy && <BusyBar label={saving.label} />}
      {dirty && (
        <div className={styles.actions}>
          <Button look="quiet" disabled={busy} onClick={onCancel}>
            <ControlName of="profile.cancel" />
          </Button>
          <Button type="submit" disabled={!valid} busy={busy}>
            <ControlName of="profile.save" />
          </Button>
        </div>
      )}
    </>
  );
}

/** The check mark after a save (M 9). */
export function SavedMark({ shown }: { readonly shown: boolean }) {
  return (
    <output className={styles.saved}>
      {shown && (
        <>
          <Check size={20} strokeWidth={3} aria-hidden="true" />
          <Text of="profile.saved" />
        </>
      )}
    </output>
  );
}
