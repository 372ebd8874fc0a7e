import { useOption } from '#web/institution/settings.ts';
import { useHasPassword } from '../use-has-password.ts';
import { AuthenticatorSection } from './AuthenticatorSection.tsx';
import { PasskeysSection } from './PasskeysSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';

/** What else signs the customer in, and where the customer is signed in. */
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
