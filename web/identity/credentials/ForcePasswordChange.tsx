import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import { handOverLogin } from '#web/identity/sign-in/handed-over-login.ts';
import { queryClient } from '#web/data/query-client.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { PublicScreen } from '#web/kit/PublicScreen.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Text } from '#web/kit/Text.tsx';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';
import styles from './ForcePasswordChange.module.css';
import { loginNameOfTokenQuery } from './login-name-of-token.ts';

/** The target of an emailed link: sets a new password and signs in (A 2.6). */
export function ForcePasswordChange() {
  const { enc = '' } = useParams({ strict: false });
  const router = useRouter();
  const { data } = useQuery(loginNameOfTokenQuery(enc), queryClient);
  const [expired, setExpired] = useState(false);

  async function goOn(response: LoginResponse | null) {
    if (response) handOverLogin(response);
    // The sign-in screen continues with remaining steps; this address has been used.
    await router.navigate({ to: paths.login, replace: true });
  }
  return (
    <PublicScreen heading="changePassword.heading" intro="changePassword.intro">
      {data?.expired === true ? (
        <>
          <Alert tone="bad">
            <Text of="passwordError.Expired" />
          </Alert>
          <WaysOut expired />
        </>
      ) : (
        <ChangePasswordForm
          token={enc}
          loginName={data?.loginName ?? ''}
          onChanged={goOn}
          onExpired={() => setExpired(true)}
        >
          <WaysOut expired={expired} />
        </ChangePasswordForm>
      )}
    </PublicScreen>
  );
}

function WaysOut({ expired }: { readonly expired: boolean }) {
  return (
    <div className={styles.ways}>
      {expired && (
        <ScreenLink to={paths.recovery} look="primary" wide>
          <ControlName of="changePassword.requestNewLink" />
        </ScreenLink>
      )}
      <ScreenLink to={paths.login}>
        <ControlName of="changePassword.backToLogin" />
      </ScreenLink>
    </div>
  );
}
