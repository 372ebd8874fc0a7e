import { startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { attestationToWire } from '#common/identity/passkeys.wire.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { deskCall } from '#web/desk/data/desk-client.ts';
import { deskQueries } from '#web/desk/data/desk-queries.ts';
import { DeskPage } from '#web/desk/kit/DeskPage.tsx';
import { problemOf } from '#web/desk/kit/problem-words.ts';
import styles from './EnterDesk.module.css';

/** The link of an invitation: creates the passkey and signs in. The secret is behind `#`, which isn't sent to servers. */
export function Invitation() {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const create = async () => {
    setBusy(true);
    try {
      await enroll(location.hash.slice(1));
      deskQueries.clear();
      location.replace('/desk');
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };

  return (
    <main className={styles.sheet}>
      <DeskPage title="Welcome to the desk">
        <p>Create a passkey on this computer. From then on you sign in with it: there is no password.</p>
        {problem !== undefined && <Alert tone="bad">{problem}</Alert>}
        <Button wide busy={busy} onClick={() => void create()}>
          Create a passkey
        </Button>
      </DeskPage>
    </main>
  );
}

async function enroll(token: string): Promise<void> {
  const { options } = await deskCall('POST /api/desk/entry/begin-enrollment', { body: { token } });
  const passkey = attestationToWire(await startRegistration({ optionsJSON: options }));
  await deskCall('POST /api/desk/entry/enroll', { body: { token, passkey } });
}
