import { useState } from 'react';
import { signOut } from '#web/data/sign-out.ts';
import { useAction } from '#web/data/use-action.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { hasUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';
import { Button } from '#web/ui/Button.tsx';
import { UnsavedChangesDialog } from './UnsavedChangesDialog.tsx';

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

function LogoutDialog({ onCancel }: { readonly onCancel: () => void }) {
  const { busy, run } = useAction(() => signOut('signedOut').then(() => ({ kind: 'answer', body: undefined })));
  return (
    <QuestionDialog
      width={500}
      title="logoutDialog.title"
      no="logoutDialog.cancel"
      yes="logoutDialog.logout"
      busy={busy}
      onNo={onCancel}
      onYes={() => void run()}
    />
  );
}
