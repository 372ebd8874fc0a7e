import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { type AnswerOf, call } from '#web/data/client.ts';
import { fetched, valueOf } from '#web/data/fetched.ts';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Section } from '#web/kit/Section.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Done, Entries, Entry } from './Entry.tsx';
import { MomentText } from './MomentText.tsx';
import { passkeysQuery, refreshSecurity } from './security-data.ts';
import styles from './security.module.css';

type Passkey = AnswerOf<'GET /api/Passkeys'>['Passkeys'][number];

type Open = { readonly dialog: 'add' } | { readonly dialog: 'remove'; readonly passkey: Passkey } | null;

export function PasskeysSection() {
  const passkeys = fetched(useQuery(passkeysQuery));
  const loading = useLabel('shell.loading');
  const [open, setOpen] = useState<Open>(null);
  const [done, setDone] = useState<TextKey | null>(null);

  function show(dialog: Open) {
    setDone(null);
    setOpen(dialog);
  }
  async function finish(what: TextKey) {
    await refreshSecurity();
    setOpen(null);
    setDone(what);
  }
  return (
    <Section heading="passkeys.heading" info="passkeys.info" fold={valueOf(passkeys)?.length ?? null}>
      <div className={styles.body}>
        {passkeys.state === 'loading' && <SpinnerView label={loading.label} />}
        {passkeys.state === 'failed' && (
          <SectionProblem of="passkeys.error" busy={passkeys.busy} onTryAgain={passkeys.tryAgain} />
        )}
        {passkeys.state === 'ready' && (
          <PasskeyList passkeys={passkeys.value} onRemove={(passkey) => show({ dialog: 'remove', passkey })} />
        )}
        <Done of={done} />
        <div className={styles.actions}>
          <Button look="quiet" onClick={() => show({ dialog: 'add' })}>
            <ControlName of="passkeys.add" />
          </Button>
        </div>
      </div>
      {open?.dialog === 'add' && (
        <AddPasskeyDialog onAdded={() => finish('passkeys.added')} onClose={() => setOpen(null)} />
      )}
      {open?.dialog === 'remove' && (
        <RemoveDialog
          passkey={open.passkey}
          onRemoved={() => finish('passkeys.removed')}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  );
}

interface PasskeyListProps {
  readonly passkeys: readonly Passkey[];
  readonly onRemove: (passkey: Passkey) => void;
}

function PasskeyList({ passkeys, onRemove }: PasskeyListProps) {
  const text = useTexts();
  if (passkeys.length === 0) {
    return (
      <p>
        <Text of="passkeys.none" />
      </p>
    );
  }
  return (
    <Entries>
      {passkeys.map((passkey) => (
        <Entry
          key={passkey.Id}
          name={passkey.Name}
          facts={[
            { term: 'passkeys.created', value: <MomentText instant={passkey.Created} /> },
            passkey.LastUsed === null
              ? { term: 'passkeys.neverUsed', value: null }
              : { term: 'passkeys.lastUsed', value: <MomentText instant={passkey.LastUsed} /> },
          ]}
          action={{
            name: 'passkeys.remove',
            spokenName: text('passkeys.removeOf', { passkey: passkey.Name }) ?? passkey.Name,
            onPress: () => onRemove(passkey),
          }}
        >
          {passkey.IsBlocked && (
            <Alert tone="warn">
              <Text of="passkeys.blocked" />
            </Alert>
          )}
        </Entry>
      ))}
    </Entries>
  );
}

interface RemoveDialogProps {
  readonly passkey: Passkey;
  readonly onRemoved: () => Promise<void>;
  readonly onClose: () => void;
}

function RemoveDialog({ passkey, onRemoved, onClose }: RemoveDialogProps) {
  return (
    <ConfirmDialog
      title="passkeys.removeTitle"
      submit="passkeys.remove"
      look="danger"
      send={(Password) => call('POST /api/Passkeys/Remove', { body: { Id: passkey.Id, Password } })}
      onDone={onRemoved}
      onClose={onClose}
    >
      <p>
        <Text of="passkeys.removeInfo" with={{ passkey: passkey.Name }} />
      </p>
    </ConfirmDialog>
  );
}
