import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { handOverLogin } from '#web/identity/sign-in/handed-over-login.ts';
import type { SessionEnd } from '#web/data/session.ts';
import { useLabel } from '#web/institution/settings.ts';
import { takeSingleSignOnToken, usesSingleSignOn } from '#web/data/single-sign-on.ts';
import { redirectToSingleSignOn, signInWithToken } from './single-sign-on-exchange.ts';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import { paths } from '#web/paths.ts';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import styles from './SingleSignOnLanding.module.css';

/** The return address of the institution's sign-on, with a token (A 2.7). */
export function SingleSignOnLanding() {
  const router = useRouter();
  const { label } = useLabel('singleSignOn.working');

  useEffect(() => {
    async function goOn() {
      const next = await land();
      if (next === 'left') return;
      const state = next === 'login' ? {} : { state: { sessionEnd: next } };
      await router.navigate({ to: paths.login, replace: true, ...state });
    }
    void goOn();
  }, [router]);

  return (
    <div className={styles.landing}>
      <PageHeading of="singleSignOn.pageTitle" />
      <SpinnerView label={label} />
    </div>
  );
}

type Next = 'login' | 'left' | SessionEnd;

/** Shared, because React runs effects twice in development. */
let landing: Promise<Next> | null = null;

function land(): Promise<Next> {
  landing ??= decide().finally(() => {
    landing = null;
  });
  return landing;
}

async function decide(): Promise<Next> {
  const token = takeSingleSignOnToken();
  if (!usesSingleSignOn()) return 'login';
  if (token === null) return 'unauthorized';
  const outcome = await signInWithToken(token);
  if (typeof outcome === 'string') return (await redirectToSingleSignOn(outcome)) ? 'left' : 'noSignOnUrl';
  handOverLogin(outcome.response);
  return 'login';
}
