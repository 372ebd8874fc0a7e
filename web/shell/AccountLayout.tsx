import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '#web/data/client.ts';
import { isMobileApp } from '#web/data/device.ts';
import { bodyOf, queryClient } from '#web/data/query-client.ts';
import { useFollowedSubmissions } from '#web/data/followed-submissions.ts';
import { resumeSubmissions } from '#web/data/resume-submissions.ts';
import { useSession } from '#web/data/session.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { lazily, optional } from '#web/kit/lazily.tsx';
import styles from './AccountLayout.module.css';
import { followOtherTabs } from './follow-other-tabs.ts';
import { Header } from './Header.tsx';
import { HostDownBanner } from './HostDownBanner.tsx';
import { LateFrame, SessionExpiryDialog, SubmissionNotices, useLateParts } from './late-parts.ts';
import { NavigationGuard } from './NavigationGuard.tsx';
import { LoadingBar } from './LoadingBar.tsx';
import { NoticeArea } from './NoticeArea.tsx';
import { useIdleWatch } from './use-idle-watch.ts';
import { useOption } from '#web/institution/settings.ts';
import { OnItsWay } from '#web/kit/OnItsWay.tsx';
import { RichText } from '#web/kit/RichText.tsx';
import { Copyright } from './Copyright.tsx';
import { FooterImages } from './FooterImages.tsx';
import { useConfirmationAsked } from '#web/data/confirm-identity.ts';

const ConfirmIdentityDialog = lazily(async () => (await import('./ConfirmIdentityDialog.tsx')).ConfirmIdentityDialog);

const BiometricOffer = lazily(optional(async () => (await import('./BiometricOffer.tsx')).BiometricOffer));

const NewApplicationDialog = lazily(async () => (await import('./NewApplicationDialog.tsx')).NewApplicationDialog);

const MAIN_ID = 'content';

/**
 * The layout of signed-in screens (A 2.2), with the inactivity watch. Remounted for each session, so no state passes to
 * the next customer.
 */
export function AccountLayout() {
  const session = useSession();
  const router = useRouter();
  useEffect(() => followOtherTabs(router), [router]);
  const lateAreHere = useLateParts();
  if (!session) return null;
  return (
    <QueryClientProvider key={session.userToken} client={queryClient}>
      <div className={styles.layout}>
        <SkipLink />
        <LoadingBar />
        <Header />
        <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
          {lateAreHere ? <LateFrame /> : <OnItsWay />}
          <NoticeArea>
            <HostDownBanner />
            <SubmissionNotice />
          </NoticeArea>
          <Outlet />
        </main>
        <AccountFooter />
        <NavigationGuard />
        <NewApplicationNotice />
        {isMobileApp() && <BiometricOffer />}
        <IdentityConfirmation />
        <IdleWatch asks={lateAreHere} />
      </div>
    </QueryClientProvider>
  );
}

/** Moves the focus by script, since the URL hash is the screen's address. */
function SkipLink() {
  return (
    <a
      className={styles.skip}
      href={`#${MAIN_ID}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(MAIN_ID)?.focus();
      }}
    >
      <ControlName of="shell.skipToContent" />
    </a>
  );
}

/** Waits for the first screen, which would push it down under the customer's eyes. */
function AccountFooter() {
  const richText = useOption('globalOptions.footerRichText');
  const isShown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation !== undefined });
  if (!isShown) return null;
  return (
    <footer className={styles.footer}>
      <div>
        <Copyright />
        <RichText html={richText} />
        <FooterImages />
      </div>
    </footer>
  );
}

/** Shows the outcome of submissions whose answer was lost, including those of an earlier page that was closed. */
function SubmissionNotice() {
  const isLeft = useFollowedSubmissions().some(({ attended }) => !attended);
  useEffect(() => void resumeSubmissions(), []);
  return isLeft && <SubmissionNotices />;
}

/** Watches for inactivity and asks before the session ends (A 2.4), which it does even if the question was lost. */
function IdleWatch({ asks }: { readonly asks: boolean }) {
  const { secondsLeft, resume } = useIdleWatch();
  return asks && secondsLeft !== null && <SessionExpiryDialog secondsLeft={secondsLeft} onResume={resume} />;
}

/** Opens over any screen whose call needs confirmation; loaded on demand. */
function IdentityConfirmation() {
  const asked = useConfirmationAsked();
  return asked && <ConfirmIdentityDialog />;
}

const noticeKey = ['applicationNotice'];

/** Shows the notice of a new application once, as it is given once in a session (A 2.2, C-037); nothing if the call fails. */
function NewApplicationNotice() {
  const { data: notice } = useQuery({
    queryKey: noticeKey,
    queryFn: async () => bodyOf(await call('GET /api/Application/GetNewApplicationNotice')).Value,
    gcTime: Infinity,
    retry: false,
  });
  // In the cache, so it stays closed when the layout remounts.
  const close = () => void queryClient.setQueryData(noticeKey, null);
  return notice && <NewApplicationDialog number={notice.ApplicationNumber} url={notice.Url} onClose={close} />;
}
