import { useState } from 'react';
import { signOut } from '#web/data/sign-out.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { hasUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { Button } from '#web/ui/Button.tsx';
import { LogoutDialog, UnsavedChangesDialog } from './late-parts.ts';

/** Asks before logging out: about unsaved changes if there are any (A 2.2). */
export function LogoutButton() {
  const [asking, setAsking] = useState<'nothing' | 'sure' | 'unsaved'>('nothing');
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(hasUnsavedChanges() ? 'unsaved' : 'sure')}>
        <ControlName of="shell.logout" />
      </Button>
      {asking === 'sure' && <LogoutDialog onCancel={() => setAsking('nothing')} />}
      {asking === 'unsaved' && (
        <UnsavedChangesDialog onNo={() => setAsking('nothing')} onYes={() => void signOut('signedOut')} />
      )}
    </>
  );
}
