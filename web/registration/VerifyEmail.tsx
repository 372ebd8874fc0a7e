import { useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call } from '#web/data/client.ts';
import { currentSession } from '#web/data/session.ts';
import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { PublicScreen } from '#web/kit/PublicScreen.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Text } from '#web/kit/Text.tsx';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';

/** The target of a verification link (A 2.9). Rendering the page uses the link; loading the address doesn't. */
export function VerifyEmail() {
  const { enc } = useParams({ strict: false });
  const router = useRouter();
  const working = useLabel('verifyEmail.working');
  const [failedWith, setFailedWith] = useState<string>();
  const usedFor = useRef('');

  useEffect(() => {
    if (enc === undefined || usedFor.current === enc) return;
    usedFor.current = enc;
    void call('POST /api/Login/ValidateEmail', { body: { EncryptedUserData: enc } }).then((result) =>
      result.kind === 'answer'
        ? router.navigate({
            to: currentSession() ? paths.dashboard : paths.login,
            replace: true,
            state: { emailVerified: true },
          })
        : setFailedWith(enc),
    );
  }, [enc, router]);

  if (enc !== undefined && failedWith !== enc) {
    return (
      <PublicScreen heading="verifyEmail.heading">
        <SpinnerView label={working.label} />
      </PublicScreen>
    );
  }
  return (
    <PublicScreen heading="verifyEmail.heading">
      <Alert tone="bad">
        <Text of={enc === undefined ? 'verifyEmail.missing' : 'verifyEmail.failed'} />
      </Alert>
      <ScreenLink to={paths.login}>
        <ControlName of="verifyEmail.returnToLogin" />
      </ScreenLink>
    </PublicScreen>
  );
}
