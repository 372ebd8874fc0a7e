import { startRegistration } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { attestationToWire } from '#common/identity/passkeys.wire.ts';
import { Button } from '#web/ui/Button.tsx';
import { deskCall } from '#web/desk/data/desk-client.ts';
import { deskQueries } from '#web/desk/data/desk-queries.ts';
import { DeskPage } from '#web/desk/kit/DeskPage.tsx';
import { Problem } from '#web/desk/kit/Problem.tsx';
import styles from './EnterDesk.module.css';

/** The link of an invitation: creates the passkey and signs in. The secret is behind `#`, which isn't sent to servers. */
export function Invitation() {
  const create = useMutation({
    mutationFn: () => enroll(location.hash.slice(1)),
    onSuccess: () => {
      deskQueries.clear();
      location.replace('/desk');
    },
  });

  return (
    <main className={styles.sheet}>
      <DeskPage title="Welcome to the desk">
        <p>Create a passkey on this computer. From then on you sign in with it: there is no password.</p>
        <Problem error={create.error} />
        <Button wide busy={create.isPending || create.isSuccess} onClick={() => create.mutate()}>
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
