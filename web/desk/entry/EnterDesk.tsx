import { useMutation } from '@tanstack/react-query';
import { Button } from '#web/ui/Button.tsx';
import { signWithPasskey } from '#web/desk/data/confirm-identity.ts';
import { deskCall } from '#web/desk/data/desk-client.ts';
import { deskQueries, useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { DeskPage, Loaded } from '#web/desk/kit/DeskPage.tsx';
import { Problem } from '#web/desk/kit/Problem.tsx';
import styles from './EnterDesk.module.css';

/** Signing in: by the identity provider, by passkey, or in the demonstration with one press. */
export function EnterDesk() {
  const query = useDeskQuery('GET /api/desk/entry', {});
  const enter = useMutation({
    mutationFn: (proof: () => Promise<unknown>) => proof(),
    onSuccess: () => {
      deskQueries.clear();
      location.assign('/desk');
    },
  });
  const busy = enter.isPending || enter.isSuccess;

  return (
    <main className={styles.sheet}>
      <Loaded query={query}>
        {({ institution, identityProvider, demonstration }) => (
          <DeskPage title={`${institution} desk`}>
            <Problem error={enter.error} />
            {identityProvider ? (
              <Button wide busy={busy} onClick={() => location.assign('/api/desk/entry/provider')}>
                Sign in
              </Button>
            ) : (
              <Button wide busy={busy} onClick={() => enter.mutate(enterByPasskey)}>
                Sign in with a passkey
              </Button>
            )}
            {demonstration.length > 0 && (
              <section className={styles.people} aria-label="Demonstration">
                <p>This is a demonstration. Enter with one press as:</p>
                <ul>
                  {demonstration.map(({ emailAddress, name, role, shows }) => (
                    <li key={emailAddress}>
                      <Button
                        look="quiet"
                        wide
                        aria-label={`${name}, ${role}`}
                        aria-describedby={`shows-${emailAddress}`}
                        onClick={() =>
                          enter.mutate(() => deskCall('POST /api/desk/entry/demonstration', { body: { emailAddress } }))
                        }
                      >
                        <span>
                          {name}, {role}
                        </span>
                        <span id={`shows-${emailAddress}`} className={styles.shows}>
                          {shows}
                        </span>
                      </Button>
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </DeskPage>
        )}
      </Loaded>
    </main>
  );
}

async function enterByPasskey(): Promise<void> {
  const options = await deskCall('POST /api/desk/entry/begin-passkey', { body: {} });
  await deskCall('POST /api/desk/entry/passkey', { body: await signWithPasskey(options) });
}
