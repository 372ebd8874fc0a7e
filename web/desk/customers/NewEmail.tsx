import { useState } from 'react';
import { useController } from 'react-hook-form';
import type { IdentityCheck } from '#common/desk/desk-lists.ts';
import { Button } from '#web/ui/Button.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { TextEntry } from '#web/desk/kit/EntryFields.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { checksProblem, IdentityChecks } from './IdentityChecks.tsx';

type NewEmailProps = Pick<DeskAnswer<'GET /api/desk/customer'>, 'customerId' | 'newEmail' | 'newEmailAsked'> & {
  readonly may: boolean;
};

/** A corrected email address: asked for, waiting for its day, or neither. */
export function NewEmail({ customerId, newEmail, newEmailAsked, may }: NewEmailProps) {
  const [asked, setAsked] = useState<'correct' | 'withdraw'>();
  const close = () => setAsked(undefined);
  if (newEmailAsked) return <p>A new email address waits for a second person.</p>;
  return (
    <>
      {newEmail && (
        <p>
          New email address {newEmail.masked}, from <AtTime at={newEmail.appliesAt} /> unless the former one objects
        </p>
      )}
      {may && (
        <p>
          <Button look="text" onClick={() => setAsked(newEmail ? 'withdraw' : 'correct')}>
            {newEmail ? 'Take the new email address back' : 'Correct email'}
          </Button>
        </p>
      )}
      {asked === 'correct' && <CorrectDialog customerId={customerId} onClose={close} />}
      {asked === 'withdraw' && <WithdrawDialog customerId={customerId} onClose={close} />}
    </>
  );
}

interface DialogProps {
  readonly customerId: string;
  readonly onClose: () => void;
}

interface CorrectionEntries {
  readonly emailAddress: string;
  readonly checks: readonly IdentityCheck[];
}

function CorrectDialog({ customerId, onClose }: DialogProps) {
  const request = useDeskAction('POST /api/desk/access/ask-email');
  const { form, control, entries } = useEntries<CorrectionEntries>(
    { emailAddress: '', checks: [] },
    ({ emailAddress, checks }) => ({
      emailAddress: emailAddress.includes('@') ? undefined : 'Enter an email address.',
      checks: checksProblem(checks),
    }),
  );
  const { field, fieldState } = useController({ control, name: 'checks' });
  return (
    <ActionDialog
      title="Correct email"
      what="For customers who can no longer sign in to change it themselves. The new address applies a day after it is approved."
      approval="A supervisor must approve. You can withdraw it until then."
      told="The former address is told, with a link that stops the change."
      confirmLabel="Ask to correct"
      onClose={onClose}
      form={form}
      onConfirm={(reason) =>
        request.mutateAsync({
          body: { customerId, emailAddress: entries.emailAddress, checks: [...entries.checks], reason },
        })
      }
    >
      <TextEntry
        control={control}
        entry="emailAddress"
        first
        label="New email address"
        type="email"
        autoComplete="off"
      />
      <IdentityChecks chosen={field.value} error={fieldState.error?.message} onChange={field.onChange} />
    </ActionDialog>
  );
}

function WithdrawDialog({ customerId, onClose }: DialogProps) {
  const withdraw = useDeskAction('POST /api/desk/access/withdraw-email');
  return (
    <ActionDialog
      title="Take the new email address back"
      what="The email address on file stays as it is."
      confirmLabel="Take back"
      onClose={onClose}
      onConfirm={(reason) => withdraw.mutateAsync({ body: { customerId, reason } })}
    />
  );
}
