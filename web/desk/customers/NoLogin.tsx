import { useState } from 'react';
import { useDeskAction } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { Empty, Panel } from '#web/desk/kit/DeskPage.tsx';
import { TextEntry } from '#web/desk/kit/EntryFields.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './CustomerPage.module.css';

interface NoLoginProps {
  readonly customerId: string;
  readonly may: boolean;
}

/** A customer who has not registered, and the help with an invitation. */
export function NoLogin({ customerId, may }: NoLoginProps) {
  const [asked, setAsked] = useState<'invite' | 'cancel'>();
  const close = () => setAsked(undefined);
  return (
    <Panel title="Logins">
      <Empty>This customer has not registered.</Empty>
      {may && (
        <div className={styles.actions}>
          <Button look="quiet" onClick={() => setAsked('invite')}>
            Send invitation
          </Button>
          <Button look="quiet" onClick={() => setAsked('cancel')}>
            Cancel links
          </Button>
        </div>
      )}
      {asked === 'invite' && <InviteDialog customerId={customerId} onClose={close} />}
      {asked === 'cancel' && <CancelDialog customerId={customerId} onClose={close} />}
    </Panel>
  );
}

interface DialogProps {
  readonly customerId: string;
  readonly onClose: () => void;
}

function InviteDialog({ customerId, onClose }: DialogProps) {
  const invite = useDeskAction('POST /api/desk/access/invite');
  const { form, control, entries } = useEntries({ loginName: '' }, ({ loginName }) => ({
    loginName: loginName.trim() === '' ? 'Enter the username.' : undefined,
  }));
  return (
    <ActionDialog
      title="Send invitation"
      what="We email a link that activates this username with a new password to the address on file. It works for seven days; earlier ones stop working."
      confirmLabel="Send invitation"
      form={form}
      onClose={onClose}
      onConfirm={(reason) => invite.mutateAsync({ body: { customerId, loginName: entries.loginName.trim(), reason } })}
    >
      <TextEntry
        control={control}
        entry="loginName"
        first
        label="Username"
        hint="That of your former system, if the customer had one."
        required
        maxLength={128}
      />
    </ActionDialog>
  );
}

function CancelDialog({ customerId, onClose }: DialogProps) {
  const cancel = useDeskAction('POST /api/desk/access/cancel-links');
  return (
    <ActionDialog
      title="Cancel links"
      what="Invitations that are still open stop working."
      confirmLabel="Cancel links"
      onClose={onClose}
      onConfirm={(reason) => cancel.mutateAsync({ body: { customerId, reason } })}
    />
  );
}
