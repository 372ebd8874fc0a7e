import type { HistoryState } from '@tanstack/react-router';
import { lazy, type RefObject, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import type { SignInEntry } from '#common/identity/rules/validate-sign-in.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useMobileApp } from '#web/data/device.ts';
import { takeHandedOver } from './handed-over-login.ts';
import { endSession, type SessionEnd } from '#web/data/session.ts';
import { useOption } from '#web/institution/settings.ts';
import { Brand } from '#web/kit/Brand.tsx';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useHydrated } from '#web/kit/use-hydrated.ts';
import { useNavigation } from '#web/kit/navigation.ts';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { BiometricSignInProps } from './BiometricSignIn.tsx';
import styles from './SignIn.module.css';
import { Rosette } from './Rosette.tsx';
import { SignInForm } from './SignInForm.tsx';
import { SingleSignOnPane } from './SingleSignOnPane.tsx';
import type { OverReason } from './steps/use-follow-up.ts';
import { type SignInState, type StepsTaker, useSignIn } from './use-sign-in.ts';
import { useSingleSignOn } from './use-single-sign-on.ts';

/** Loaded only by the mobile app. */
const BiometricSignIn = lazy(async () => ({ default: (await import('./BiometricSignIn.tsx')).BiometricSignIn }));

/** Loaded only for institutions that have one. */
const Announcement = lazy(async () => ({ default: (await import('./Announcement.tsx')).Announcement }));

/** In builds, the condition is false and the import is removed. */
const QuickSignIn = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('./QuickSignIn.tsx')).QuickSignIn }))
  : null;

interface SignInProps {
  /** How the customer got here: the end of a session, a verified address. */
  readonly arrival: HistoryState;
  /** Shows the follow-up steps elsewhere; by default, this screen shows them. */
  readonly onSteps?: StepsTaker;
}

/** The sign-in screen (A 2.5). */
export function SignIn({ arrival, onSteps }: SignInProps) {
  const column = useRef<HTMLDivElement>(null);
  const { state, signIn, signInWithPasskey, goOn, finish, startOver, tryAgain } = useSignIn(onSteps);
  useFocusOnReturn(column, state.shows);

  const singleSignOn = useSingleSignOn();
  const { sessionEnd } = arrival;
  const { open } = useNavigation();
  const isHydrated = useHydrated();
  const announces = useOption('loginOptions.announcementText') !== '' && isHydrated;
  const isOffline = state.shows === 'offline' || (isHydrated && sessionEnd === 'closed');

  const begun = useRef(false);
  const begin = useEffectEvent(() => {
    // React runs effects twice in development, but handed-over data can be taken once.
    if (begun.current) return;
    begun.current = true;
    const handedOver = takeHandedOver();
    // The login may belong to another customer than the current session.
    if (handedOver) endSession('signedOut');
    if (handedOver?.kind === 'login') void goOn(handedOver.response);
    else if (handedOver?.kind === 'credentials') void signIn(handedOver.entry);
    // After a sign-out, or with a message to show, the customer stays here first.
    else if (singleSignOn.isInUse && sessionEnd === undefined) void singleSignOn.redirect('notLoggedIn');
  });
  useEffect(() => begin(), []);

  function endSteps(reason: OverReason) {
    startOver(reason);
    if (singleSignOn.isInUse && reason === null) void singleSignOn.redirect('userCancelled');
  }

  function leaveOffline() {
    tryAgain();
    if (sessionEnd !== undefined) void open({ to: paths.login, replace: true });
  }

  return (
    <div className={styles.screen}>
      <Art />
      <div className={styles.pane}>
        <div className={styles.column} ref={column}>
          {state.shows === 'steps' ? (
            <state.Steps response={state.response} onDone={finish} onOver={endSteps} />
          ) : (
            <>
              <div>
                <PageHeading of="login.heading" />
                <p className={styles.intro}>
                  <Text of={singleSignOn.isInUse ? 'singleSignOn.intro' : 'login.intro'} />
                </p>
              </div>
              {isOffline ? (
                <Offline onTryAgain={leaveOffline} />
              ) : (
                <>
                  <ReasonToBeHere
                    sessionEnd={singleSignOn.lacksAddress ? 'noSignOnUrl' : sessionEnd}
                    isVerified={arrival.emailVerified === true}
                  />
                  <WayIn state={state} singleSignOn={singleSignOn} onEntry={signIn} onPasskey={signInWithPasskey} />
                  <OtherWaysIn atOnce={sessionEnd === undefined} onSignedIn={(response) => void goOn(response)} />
                </>
              )}
              <Links registers={!singleSignOn.isInUse} />
            </>
          )}
        </div>
      </div>
      <Suspense fallback={null}>{announces && <Announcement />}</Suspense>
    </div>
  );
}

/** The institution's image next to the form. */
function Art() {
  return (
    <div className={styles.art}>
      <Rosette />
      <Brand name="shell.institutionName" onBrand />
      <div className={styles.quote}>
        <p className={styles.promise}>
          <Text of="login.promise" />
        </p>
        <p className={styles.promiseDetail}>
          <Text of="login.promiseDetail" />
        </p>
      </div>
      <p className={styles.help}>
        <Text of="login.help" />
      </p>
    </div>
  );
}

interface WayInProps {
  readonly state: Extract<SignInState, { readonly shows: 'form' }>;
  readonly singleSignOn: ReturnType<typeof useSingleSignOn>;
  readonly onEntry: (entry: SignInEntry) => Promise<void>;
  readonly onPasskey: () => Promise<void>;
}

/** The form, or the link to the institution's own sign-on. */
function WayIn({ state, singleSignOn, onEntry, onPasskey }: WayInProps) {
  const offersPasskeys = useOption('loginOptions.usePasskeysOption');
  if (!singleSignOn.isInUse) {
    return (
      <>
        <SignInForm busy={state.busy} refusal={state.refusal} onSignIn={onEntry} />
        {offersPasskeys && (
          <Button look="quiet" wide disabled={state.busy} onClick={() => void onPasskey()}>
            <ControlName of="passkeyLogin.button" />
          </Button>
        )}
      </>
    );
  }
  return (
    <SingleSignOnPane
      busy={singleSignOn.isRedirecting || state.busy}
      refusal={state.refusal}
      canStart={!singleSignOn.lacksAddress}
      onStart={() => void singleSignOn.redirect('notLoggedIn')}
    />
  );
}

/** Fingerprint and face in the mobile app, and the developers' helper. */
function OtherWaysIn(props: BiometricSignInProps) {
  const isHydrated = useHydrated();
  const isInApp = useMobileApp() && isHydrated;
  return (
    <Suspense fallback={null}>
      {isInApp && <BiometricSignIn {...props} />}
      {QuickSignIn && <QuickSignIn />}
    </Suspense>
  );
}

/** Restores the focus after the follow-up steps are gone. */
function useFocusOnReturn(column: RefObject<HTMLElement | null>, shows: SignInState['shows']): void {
  const before = useRef(shows);
  useEffect(() => {
    if (before.current === 'steps') column.current?.querySelector('h1')?.focus();
    before.current = shows;
  }, [column, shows]);
}

const reasons: Readonly<Record<SessionEnd, TextKey | null>> = {
  expired: 'login.sessionExpired',
  ended: 'login.sessionEnded',
  notKept: 'login.sessionNotKept',
  unauthorized: 'loginError.notAuthorized',
  signedOut: null,
  noSignOnUrl: 'singleSignOn.noUrl',
  // Shown in place of the form.
  closed: null,
};

interface ReasonToBeHereProps {
  readonly sessionEnd: SessionEnd | undefined;
  readonly isVerified: boolean;
}

/** Why the last session ended, from the route's state. */
function ReasonToBeHere({ sessionEnd, isVerified }: ReasonToBeHereProps) {
  // The prerendered screen doesn't know how the customer got here.
  const isHydrated = useHydrated();
  const reason = isVerified ? 'verifyEmail.verified' : sessionEnd && reasons[sessionEnd];
  if (!reason || !isHydrated) return null;
  return (
    <Alert tone={isVerified ? 'ok' : 'warn'}>
      <Text of={reason} />
    </Alert>
  );
}

/** Replaces the form while the portal is closed. */
function Offline({ onTryAgain }: { readonly onTryAgain: () => void }) {
  return (
    <Alert
      tone="bad"
      action={
        <Button look="quiet" onClick={onTryAgain}>
          <ControlName of="shell.tryAgain" />
        </Button>
      }
    >
      <Text of="loginError.offline" />
    </Alert>
  );
}

function Links({ registers }: { readonly registers: boolean }) {
  const { screenExists } = useNavigation();
  const offersFaq = useOption('globalOptions.useFaqOption');
  return (
    <div className={styles.links}>
      {registers && screenExists(paths.register) && (
        <span>
          <Text of="login.newHere" />
          <ScreenLink to={paths.register}>
            <ControlName of="login.register" />
          </ScreenLink>
        </span>
      )}
      {offersFaq && (
        <ScreenLink to={paths.publicFaq}>
          <ControlName of="login.faq" />
        </ScreenLink>
      )}
    </div>
  );
}
