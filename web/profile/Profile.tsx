import { useQuery } from '@tanstack/react-query';
import { type Profile as ProfileData, profileQuery, refreshProfile } from './profile-data.ts';
import { useSession } from '#web/data/session.ts';
import { useLabel } from '#web/institution/settings.ts';
import { DocumentsSection } from '#web/documents/DocumentsSection.tsx';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import { SectionIndex, SectionLinks } from '#web/kit/SectionLinks.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { Notifications } from './notifications/Notifications.tsx';
import { PersonalInformation } from './personal-info/PersonalInformation.tsx';
import styles from './profile.module.css';
import { SecuritySections } from '#web/identity/security/SecuritySections.tsx';
import { UserInformation } from './user-info/UserInformation.tsx';

/** The customer's settings for sign-in, addresses and messages, by section (M 2). */
export function Profile() {
  return (
    <SectionIndex>
      <PageHeading of="profile.heading" />
      <div className={styles.sections}>
        <SectionLinks />
        <Sections />
        <SecuritySections />
      </div>
    </SectionIndex>
  );
}

function Sections() {
  const { data: profile, isPending, isFetching } = useQuery(profileQuery);
  const isPersonal = useSession()?.isPersonalUser === true;
  const loading = useLabel('shell.loading');
  if (isPending) return <SpinnerView label={loading.label} />;
  return (
    <>
      {profile ? (
        <ChangedByHand profile={profile} />
      ) : (
        <SectionProblem of="profile.loadError" busy={isFetching} onTryAgain={() => void refreshProfile()} />
      )}
      {isPersonal && <DocumentsSection place={{ kind: 'customer' }} />}
    </>
  );
}

/** The sections with a Save button; the server leaves out hidden ones. */
function ChangedByHand({ profile: { userInfo, contacts, notifications, texting } }: { readonly profile: ProfileData }) {
  return (
    <>
      {userInfo && <UserInformation saved={userInfo} />}
      {contacts && <PersonalInformation saved={contacts} />}
      {notifications && <Notifications saved={notifications} texting={texting} />}
    </>
  );
}
