import { useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { call } from '#web/data/client.ts';
import { currentSession } from '#web/data/session.ts';
import { type Failure, useAction } from '#web/data/use-action.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { PublicScreen } from '#web/kit/PublicScreen.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Text } from '#web/kit/Text.tsx';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';

/** The target of a verification link (A 2.9). Rendering the page uses the link; loading the address doesn't. */
export function VerifyEmail() {
  const { enc } = useParams({ strict: false });
  const router = useRouter();
  const working = useLabel('verifyEmail.working');
  const hidesAddress = useOption('profileOptions.hideUserInformation');
  const { failure, run } = useAction(
    (token: string) => call('POST /api/Login/ValidateEmail', { body: { EncryptedUserData: token } }),
    {
      onDone: () =>
        router.navigate({
          to: currentSession() ? paths.dashboard : paths.login,
          replace: true,
          state: { emailVerified: true },
        }),
    },
  );
  const usedFor = useRef('');

  useEffect(() => {
    if (enc === undefined || usedFor.current === enc) return;
    usedFor.current = enc;
    void run(enc);
  }, [enc, run]);

  if (enc !== undefined && !failure) {
    return (
      <PublicScreen heading="verifyEmail.heading">
        <SpinnerView label={working.label} />
      </PublicScreen>
    );
  }
  return (
    <PublicScreen heading="verifyEmail.heading">
      {enc !== undefined && failure && isUndecided(failure) ? (
        <Alert
          tone="bad"
          action={
            <Button look="quiet" onClick={() => void run(enc)}>
              <ControlName of="verifyEmail.tryAgain" />
            </Button>
          }
        >
          <Text of="verifyEmail.unreachable" />
        </Alert>
      ) : (
        <>
          <Alert tone="bad">
            <Text of={enc === undefined ? 'verifyEmail.missing' : 'verifyEmail.failed'} />
          </Alert>
          {!hidesAddress && (
            <p>
              <Text of="verifyEmail.newLink" />
            </p>
          )}
        </>
      )}
      <ScreenLink to={paths.login}>
        <ControlName of="verifyEmail.returnToLogin" />
      </ScreenLink>
    </PublicScreen>
  );
}

/** The server didn't say whether the link is good. */
function isUndecided(failure: Failure): boolean {
  return (
    failure.kind === 'unreachable' || (failure.kind === 'refused' && (failure.status >= 500 || failure.status === 429))
  );
}
