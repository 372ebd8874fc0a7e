import { useEffect, useRef, useState } from 'react';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { call } from '#web/data/client.ts';
import { holdPendingToken } from '#web/data/session.ts';

/** Why a sign-in ended before its last step; nothing to say when the person cancelled it. */
export type OverReason = TextKey | 'offline' | null;

/** A sign-in between password and accounts; in the memory of the screen and nowhere else, so that a reload ends it. */
export interface PendingLogin {
  readonly response: LoginResponse;
  /** The session's token, once a security code, if one was asked for, is given. */
  readonly userToken: string;
  readonly changePasswordToken: string;
}

export interface FollowUpStepsProps {
  readonly response: LoginResponse;
  /** All steps are done; the response is that of the open session. */
  readonly onDone: (response: LoginResponse) => Promise<void>;
  readonly onOver: (reason: OverReason) => void;
}

/** What a step's component gets. */
export interface StepProps {
  readonly login: PendingLogin;
  /** Goes on to the next step, or to the dashboard; settles when the screen has changed. */
  readonly onDone: (changes?: Partial<PendingLogin>) => Promise<void>;
  readonly onOver: (reason: OverReason) => void;
}

const LOGOUT_TIMEOUT_MS = 5_000;

/** Leads through the steps; after each the institution must still be open (A 2.6). */
export function useFollowUp({ response, onDone, onOver }: FollowUpStepsProps) {
  const steps = response.FollowUpSteps;
  const [index, setIndex] = useState(0);
  const [login, setLogin] = useState<PendingLogin>({
    response,
    userToken: response.UserToken,
    changePasswordToken: response.ChangePasswordToken,
  });
  const isOver = useRef(false);

  // Every call of a step needs it, wherever it is made.
  useEffect(() => {
    holdPendingToken(login.userToken);
    return () => holdPendingToken('');
  }, [login.userToken]);

  async function next(changes: Partial<PendingLogin> = {}): Promise<void> {
    const now = { ...login, ...changes };
    // Cancelled meanwhile: the cookie that came with this step's answer must not stay good either.
    if (isOver.current) return endAtServer(now);
    setLogin(now);
    holdPendingToken(now.userToken);
    const maintenance = await call('GET /api/MaintenanceMode');
    if (isOver.current) return undefined;
    if (maintenance.kind !== 'answer' || maintenance.body.isEnabled) return end('offline', now);
    if (index + 1 < steps.length) return setIndex(index + 1);
    const opened = await call('GET /api/Login/Session');
    if (isOver.current) return undefined;
    if (opened.kind === 'answer') return onDone(opened.body);
    return end(opened.kind === 'refused' && opened.status === 401 ? 'login.sessionExpired' : 'offline', now);
  }

  function end(reason: OverReason, now = login): void {
    isOver.current = true;
    endAtServer(now);
    onOver(reason);
  }

  return { step: steps[index], number: index + 1, login, next, end };
}

function endAtServer({ userToken }: PendingLogin): void {
  void call('POST /api/Login/Logout', { body: { UserToken: userToken }, timeoutMs: LOGOUT_TIMEOUT_MS });
}
