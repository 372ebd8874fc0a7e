import { type ComponentType, useEffect, useState } from 'react';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import type { SignInEntry } from '#common/identity/rules/validate-sign-in.ts';
import { call } from '#web/data/client.ts';
import { fetchMaintenanceState } from '#web/institution/maintenance.ts';
import { currentSession, endSession, onSessionEnd, startSession } from '#web/data/session.ts';
import { useNavigation } from '#web/kit/navigation.ts';
import { paths } from '#web/paths.ts';
import { type LoginMessage, loginMessage } from './login-message.ts';
import type { FollowUpStepsProps } from './steps/use-follow-up.ts';

export type SignInState =
  | {
      readonly shows: 'form';
      readonly busy: boolean;
      /** Why the last attempt failed. */
      readonly refusal: LoginMessage | null;
    }
  | { readonly shows: 'offline' }
  | {
      readonly shows: 'steps';
      readonly response: LoginResponse;
      /** Loaded only when there are steps. */
      readonly Steps: ComponentType<FollowUpStepsProps>;
    };

const form = { shows: 'form', busy: false, refusal: null } as const;

/** Shows the follow-up steps of a login response on another screen. */
export type StepsTaker = (response: LoginResponse) => Promise<void>;

/** Signs in with credentials or a login response, up to the follow-up steps or the dashboard. */
export function useSignIn(onSteps?: StepsTaker) {
  const { open } = useNavigation();
  const [state, setState] = useState<SignInState>(form);
  // The first call was refused while this screen was still waiting for the dashboard.
  useEffect(() => onSessionEnd(() => setState(form)), []);
  useEffect(() => void showWhetherClosed(), []);

  /** Shows at once whether the portal is closed, unless a running sign-in will show it. */
  async function showWhetherClosed(): Promise<void> {
    const isClosed = (await fetchMaintenanceState()) === 'closed';
    setState((now) => (isClosed && now.shows === 'form' && !now.busy ? { shows: 'offline' } : now));
  }

  async function signIn(entry: SignInEntry): Promise<void> {
    setState({ ...form, busy: true });
    const result = await call('POST /api/login/userlogin', { body: entry });
    if (result.kind === 'answer') {
      await goOn(result.body);
      return;
    }
    startOver(loginMessage(result));
  }

  async function signInWithPasskey(): Promise<void> {
    setState({ ...form, busy: true });
    try {
      const { askForPasskey } = await import('./ask-for-passkey.ts');
      const outcome = await askForPasskey();
      if (outcome.kind === 'signedIn') await goOn(outcome.response);
      else startOver(outcome.message);
    } catch {
      setState({ shows: 'offline' });
    }
  }

  async function goOn(response: LoginResponse): Promise<void> {
    try {
      if (response.FollowUpSteps.length > 0) await (onSteps ?? openSteps)(response);
      else if (response.IsLoggedIn) await finish(response);
      else setState({ ...form, refusal: { text: 'loginError.notAuthorized' } });
    } catch {
      setState({ shows: 'offline' });
    }
  }

  async function openSteps(response: LoginResponse): Promise<void> {
    const { FollowUpSteps } = await import('./steps/FollowUpSteps.tsx');
    // Ends an earlier session on this tab.
    endSession('signedOut');
    setState({ shows: 'steps', response, Steps: FollowUpSteps });
  }

  async function finish(response: LoginResponse): Promise<void> {
    startSession(response);
    await open({ to: paths.dashboard, ...(await findReturnAddress()) });
  }

  /** Returns to an empty form, or to the message that the portal is closed. */
  function startOver(reason: LoginMessage | null): void {
    setState(reason?.text === 'loginError.offline' ? { shows: 'offline' } : { ...form, refusal: reason });
  }

  /** Shows the form again, and the message again if the portal is still closed. */
  function tryAgain(): void {
    setState(form);
    void showWhetherClosed();
  }

  return { state, signIn, signInWithPasskey, goOn, finish, startOver, tryAgain };
}

async function findReturnAddress() {
  const session = currentSession();
  try {
    const { takeReturnAddress } = await import('#web/data/return-address.ts');
    return session ? takeReturnAddress(session) : undefined;
  } catch {
    return undefined;
  }
}
