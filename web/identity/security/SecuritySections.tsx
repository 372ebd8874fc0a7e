import { useOption } from '#web/institution/settings.ts';
import { useHasPassword } from '../use-has-password.ts';
import { AuthenticatorSection } from './AuthenticatorSection.tsx';
import { PasskeysSection } from './PasskeysSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';

/** Other sign-in methods, and open sessions. */
export function SecuritySections() {
  const hasPassword = useHasPassword();
  const offersPasskeys = useOption('loginOptions.usePasskeysOption');
  const offersAuthenticator = useOption('loginOptions.useAuthenticatorOption');
  return (
    <>
      {hasPassword && offersPasskeys && <PasskeysSection />}
      {hasPassword && offersAuthenticator && <AuthenticatorSection />}
      <SessionsSection />
    </>
  );
}
