import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { type AnswerOf, call } from '#web/data/client.ts';
import { fetched, valueOf } from '#web/data/fetched.ts';
import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Section } from '#web/kit/Section.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Done } from './Entry.tsx';
import { MomentText } from './MomentText.tsx';
import { NewCodesDialog } from './NewCodesDialog.tsx';
import { authenticatorQuery, refreshSecurity } from './security-data.ts';
import styles from './security.module.css';
import { AuthenticatorSetupDialog } from './AuthenticatorSetupDialog.tsx';

type State = AnswerOf<'GET /api/Authenticator'>;
type Open = 'setUp' | 'newCodes' | 'remove' | null;

/** Below this count, a warning offers new recovery codes. */
const FEW_CODES = 4;

/** Sets up, replaces or turns off the authenticator app. */
export function AuthenticatorSection() {
  const authenticator = fetched(useQuery(authenticatorQuery));
  const loading = useLabel('shell.loading');
  const [open, setOpen] = useState<Open>(null);
  const [done, setDone] = useState<TextKey | null>(null);

  function show(dialog: Open) {
    setDone(null);
    setOpen(dialog);
  }
  async function finish(what: TextKey | null) {
    await refreshSecurity();
    setOpen(null);
    setDone(what);
  }
  const state = valueOf(authenticator);
  return (
    <Section
      heading="authenticator.heading"
      info="authenticator.info"
      fold={state && <Text of={state.IsOn ? 'authenticator.on' : 'authenticator.off'} />}
      aside={
        state && (
          <Chip tone={state.IsOn ? 'ok' : 'plain'}>
            <Text of={state.IsOn ? 'authenticator.on' : 'authenticator.off'} />
          </Chip>
        )
      }
    >
      <div className={styles.body}>
        {authenticator.state === 'loading' && <SpinnerView label={loading.label} />}
        {authenticator.state === 'failed' && (
          <SectionProblem of="authenticator.error" busy={authenticator.busy} onTryAgain={authenticator.tryAgain} />
        )}
        {state?.IsOn === true && <Facts state={state} />}
        <Done of={done} />
        {state && <Actions isOn={state.IsOn} onOpen={show} />}
      </div>
      {open === 'setUp' && (
        <AuthenticatorSetupDialog onFinished={() => finish('authenticator.turnedOn')} onClose={() => setOpen(null)} />
      )}
      {open === 'newCodes' && <NewCodesDialog onFinished={() => finish(null)} onClose={() => setOpen(null)} />}
      {open === 'remove' && (
        <RemoveDialog onRemoved={() => finish('authenticator.turnedOff')} onClose={() => setOpen(null)} />
      )}
    </Section>
  );
}

function Facts({ state }: { readonly state: State }) {
  return (
    <>
      <p>
        {state.Since !== null && (
          <Text of="authenticator.since" with={{ date: <MomentText instant={state.Since} /> }} />
        )}{' '}
        <Text of="authenticator.codesLeft" with={{ count: state.RecoveryCodesLeft }} />
      </p>
      {state.RecoveryCodesLeft < FEW_CODES && (
        <Alert tone="warn">
          <Text of="authenticator.codesLow" />
        </Alert>
      )}
    </>
  );
}

function Actions({ isOn, onOpen }: { readonly isOn: boolean; readonly onOpen: (dialog: Open) => void }) {
  return (
    <div className={styles.actions}>
      <Button look="quiet" onClick={() => onOpen('setUp')}>
        <ControlName of={isOn ? 'authenticator.replace' : 'authenticator.setUp'} />
      </Button>
      {isOn && (
        <>
          <Button look="quiet" onClick={() => onOpen('newCodes')}>
            <ControlName of="authenticator.newCodes" />
          </Button>
          <Button look="quiet" onClick={() => onOpen('remove')}>
            <ControlName of="authenticator.remove" />
          </Button>
        </>
      )}
    </div>
  );
}

interface RemoveDialogProps {
  readonly onRemoved: () => Promise<void>;
  readonly onClose: () => void;
}

function RemoveDialog({ onRemoved, onClose }: RemoveDialogProps) {
  return (
    <ConfirmDialog
      title="authenticator.removeTitle"
      submit="authenticator.remove"
      look="danger"
      send={(Password) => call('POST /api/Authenticator/Remove', { body: { Password } })}
      onDone={onRemoved}
      onClose={onClose}
    >
      <p>
        <Text of="authenticator.removeInfo" />
      </p>
    </ConfirmDialog>
  );
}
