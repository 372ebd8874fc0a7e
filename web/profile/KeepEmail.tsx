import { useSearch } from '@tanstack/react-router';
import { call } from '#web/data/client.ts';
import { useAction } from '#web/data/use-action.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { linkToken } from '#web/kit/link-token.ts';
import { PublicScreen } from '#web/kit/PublicScreen.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './KeepEmail.module.css';

/** The target of the link that a former email address gets when staff correct it. Only the button changes anything. */
export function KeepEmail() {
  const token = linkToken(useSearch({ strict: false }));
  const { busy, done, failure, run } = useAction((of: string) =>
    call('POST /api/Profile/KeepEmailAddress', { body: { Token: of } }),
  );
  return (
    <main className={styles.page}>
      <PublicScreen heading="keepEmail.heading">
        {(token === undefined || failure) && (
          <FocusedAlert>
            <Text of="keepEmail.failed" />
          </FocusedAlert>
        )}
        {done ? (
          <Alert tone="ok">
            <Text of="keepEmail.success" />
          </Alert>
        ) : (
          token !== undefined && (
            <>
              <p>
                <Text of="keepEmail.text" />
              </p>
              <Button wide disabled={busy} onClick={() => void run(token)}>
                <ControlName of={busy ? 'keepEmail.working' : 'keepEmail.submit'} />
              </Button>
            </>
          )
        )}
      </PublicScreen>
    </main>
  );
}
