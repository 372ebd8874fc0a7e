import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#web/data/client.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { PublicScreen } from '#web/kit/PublicScreen.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { linkToken } from './link-token.ts';
import styles from './OptOut.module.css';

/** Small, as in A 9. */
const SPINNER_SIZE = 22;

/** The target of an opt-out link (A 2.12). Only the button changes anything. */
export function OptOut() {
  const token = linkToken(useSearch({ strict: false }));
  const [state, setState] = useState<'asking' | 'working' | 'done' | 'failed'>(
    token === undefined ? 'failed' : 'asking',
  );

  async function optOut() {
    if (token === undefined) return;
    setState('working');
    const result = await call('POST /api/OptOut/OptOut', { body: { EmailAddress: token } });
    setState(result.kind === 'answer' ? 'done' : 'failed');
  }
  return (
    <main className={styles.page}>
      <PublicScreen heading="optOut.heading">
        {state === 'failed' && (
          <FocusedAlert>
            <Text of="optOut.failed" />
          </FocusedAlert>
        )}
        {state === 'done' ? (
          <Alert tone="ok">
            <Text of="optOut.success" />
          </Alert>
        ) : (
          token !== undefined && (
            <>
              <p>
                <Text of="optOut.text" />
              </p>
              <Button wide disabled={state === 'working'} onClick={() => void optOut()}>
                {state === 'working' && <Spinner size={SPINNER_SIZE} />}
                <ControlName of={state === 'working' ? 'optOut.working' : 'optOut.submit'} />
              </Button>
            </>
          )
        )}
      </PublicScreen>
    </main>
  );
}
