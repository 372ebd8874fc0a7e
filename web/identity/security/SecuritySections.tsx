import { useOption } from '#web/institution/settings.ts';
import { lazily, optional } from '#web/kit/lazily.tsx';
import { useHasPassword } from '../use-has-password.ts';
import { AuthenticatorSection } from './AuthenticatorSection.tsx';
import { PasskeysSection } from './PasskeysSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';

const StaffVisitsSection = lazily(optional(async () => (await import('./StaffVisitsSection.tsx')).StaffVisitsSection));

/** Other sign-in methods, and open sessions. */
export function SecuritySections() {
  const hasPassword = useHasPassword();
  const offersPasskeys = useOption('loginOptions.usePasskeysOption');
  const offersAuthenticator = useOption('loginOptions.useAuthenticatorOption');
  const showsStaffVisits = useOption('deskOptions.showStaffVisits');
  return (
    <>
      {hasPassword && offersPasskeys && <PasskeysSection />}
      {hasPassword && offersAuthenticator && <AuthenticatorSection />}
      <SessionsSection />
      {showsStaffVisits && <StaffVisitsSection />}
    </>
  );
}
