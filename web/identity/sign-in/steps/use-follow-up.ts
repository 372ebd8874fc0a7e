import { useEffect, useRef, useState } from 'react';
import type { FollowUpStep, LoginResponse } from '#common/identity/sign-in.api.ts';
import { call } from '#web/data/client.ts';
import { holdPendingToken } from '#web/data/session.ts';
import { type AnyStep, useSteps } from '#web/kit/use-steps.ts';
import { type LoginMessage, outageMessage } from '#web/identity/sign-in/login-message.ts';
import { type PendingLogin, pendingLoginFromWire } from './pending-login.wire.ts';

/** Why a sign-in ended before its last step; null if the customer canceled it. */
export type OverReason = LoginMessage | null;

export interface FollowUpStepsProps {
  readonly response: LoginResponse;
  /** All steps are done; the response is the open session's. */
  readonly onDone: (response: LoginResponse) => Promise<void>;
  readonly onOver: (reason: OverReason) => void;
}

export interface FollowUp {
  readonly login: PendingLogin;
  /** Continues to the next step or the dashboard; resolves when the screen has changed. */
  readonly onDone: (changes?: Partial<PendingLogin>) => Promise<void>;
  readonly onOver: (reason: OverReason) => void;
}

/** The component of a step. */
export interface FollowUpStepProps {
  readonly facts: FollowUp;
}

/** The answers go to the server and are not kept. */
export type FollowUpValues = Readonly<Record<FollowUpStep, never>>;

const LOGOUT_TIMEOUT_MS = 5_000;

/** Runs the steps; after each, checks that the portal is still open (A 2.6). */
export function useFollowUp(
  steps: readonly AnyStep<FollowUpValues, FollowUp>[],
  { response, onDone, onOver }: FollowUpStepsProps,
) {
  const [login, setLogin] = useState(() => pendingLoginFromWire(response));
  const isOver = useRef(false);
  const wizard = useSteps(steps, { login, onDone: next, onOver: end });

  // Required by every call of a step.
  useEffect(() => {
    holdPendingToken(login.userToken);
    return () => holdPendingToken('');
  }, [login.userToken]);

  async function next(changes: Partial<PendingLogin> = {}): Promise<void> {
    const now = { ...login, ...changes };
    // Canceled meanwhile: invalidate the cookie this answer brought as well.
    if (isOver.current) return endAtServer(now);
    setLogin(now);
    holdPendingToken(now.userToken);
    const maintenance = await call('GET /api/MaintenanceMode');
    if (isOver.current) return undefined;
    if (maintenance.kind !== 'answer') return end(outageMessage(maintenance), now);
    if (maintenance.body.isEnabled) return end({ text: 'loginError.offline' }, now);
    const { current, shown } = wizard;
    if (current && current.id !== shown.at(-1)?.step.id) return wizard.finish(current.id);
    const opened = await call('GET /api/Login/Session');
    if (isOver.current) return undefined;
    if (opened.kind === 'answer') return onDone(opened.body);
    const isExpired = opened.kind === 'refused' && opened.status === 401;
    return end(isExpired ? { text: 'login.sessionExpired' } : outageMessage(opened), now);
  }

  function end(reason: OverReason, now = login): void {
    isOver.current = true;
    endAtServer(now);
    onOver(reason);
  }

  return { wizard, login, end };
}

function endAtServer({ userToken }: PendingLogin): void {
  void call('POST /api/Login/Logout', { body: { UserToken: userToken }, timeoutMs: LOGOUT_TIMEOUT_MS });
}
