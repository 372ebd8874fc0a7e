import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Profile as ProfileData, profileQuery, refreshProfile } from './profile-data.ts';
import { useSession } from '#web/data/session.ts';
import { useLabel } from '#web/institution/settings.ts';
import { DocumentsSection } from '#web/documents/DocumentsSection.tsx';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import { SectionGroup, SectionIndex } from '#web/kit/SectionLinks.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { SectionRail } from '#web/kit/SectionRail.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { Notifications } from './notifications/Notifications.tsx';
import { PersonalInformation } from './personal-info/PersonalInformation.tsx';
import styles from './profile.module.css';
import { SecuritySections } from '#web/identity/security/SecuritySections.tsx';
import { OpenRowContext } from './use-rows.ts';
import { UserInformation } from './user-info/UserInformation.tsx';

/** The customer's settings for sign-in, addresses and messages, by section (M 2). */
export function Profile() {
  const openRow = useState<string | null>(null);
  return (
    <SectionIndex>
      <PageHeading of="profile.heading" />
      <div className={styles.page}>
        <SectionRail />
        <div className={styles.sections}>
          <OpenRowContext value={openRow}>
            <Sections />
          </OpenRowContext>
          <SectionGroup name="profile.securityGroup">
            <SecuritySections />
          </SectionGroup>
        </div>
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
      {isPersonal && <DocumentsSection place={{ kind: 'customer' }} fold={null} />}
    </>
  );
}

/** The sections with a Save button; the server leaves out hidden ones. */
function ChangedByHand({
  profile: { userInfo, contacts, notifications, texting, emailIsVerified },
}: {
  readonly profile: ProfileData;
}) {
  return (
    <>
      {userInfo && <UserInformation saved={userInfo} isUnverified={emailIsVerified === false} />}
      {contacts && <PersonalInformation saved={contacts} />}
      {notifications && <Notifications saved={notifications} texting={texting} />}
    </>
  );
}
