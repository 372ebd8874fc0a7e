import { useSearch } from '@tanstack/react-router';
import { call } from '#web/data/client.ts';
import { useAction } from '#web/data/use-action.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { PublicScreen } from '#web/kit/PublicScreen.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { linkToken } from '#web/kit/link-token.ts';
import styles from './OptOut.module.css';

/** Small, as in A 9. */
const SPINNER_SIZE = 22;

/** The target of an opt-out link (A 2.12). Only the button changes anything. */
export function OptOut() {
  const token = linkToken(useSearch({ strict: false }));
  const { busy, done, failure, run } = useAction((of: string) =>
    call('POST /api/OptOut/OptOut', { body: { EmailAddress: of } }),
  );
  return (
    <main className={styles.page}>
      <PublicScreen heading="optOut.heading">
        {(token === undefined || failure) && (
          <FocusedAlert>
            <Text of="optOut.failed" />
          </FocusedAlert>
        )}
        {done ? (
          <Alert tone="ok">
            <Text of="optOut.success" />
          </Alert>
        ) : (
          token !== undefined && (
            <>
              <p>
                <Text of="optOut.text" />
              </p>
              <Button wide disabled={busy} onClick={() => void run(token)}>
                {busy && <Spinner size={SPINNER_SIZE} />}
                <ControlName of={busy ? 'optOut.working' : 'optOut.submit'} />
              </Button>
            </>
          )
        )}
      </PublicScreen>
    </main>
  );
}
