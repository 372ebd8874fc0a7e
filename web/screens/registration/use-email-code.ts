import { useState } from 'react';
import type { TextKey } from '#common/texts/all-texts.ts';
import { call } from '#web/data/client.ts';
import { emailCodeMessage } from './registration-refusal.ts';

export interface EmailCode {
  /** The address as it stands was verified. */
  readonly verified: boolean;
  readonly busy: boolean;
  readonly problem: TextKey | null;
  /** Sends a code, unless the last one went to the same address. */
  readonly send: (emailAddress: string, firstName: string) => Promise<void>;
  readonly resend: (emailAddress: string, firstName: string) => Promise<void>;
  /** @returns whether it was the right one. */
  readonly check: (code: string) => Promise<boolean>;
  /** The address has changed: it must be verified anew. */
  readonly forget: () => void;
}

/** The code that verifies the e-mail address of a registration (A 4). */
export function useEmailCode(): EmailCode {
  const [browserId] = useState(createBrowserId);
  const [sent, setSent] = useState<{ readonly token: string; readonly to: string } | null>(null);
  const [verified, setVerified] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<TextKey | null>(null);

  async function resend(emailAddress: string, firstName: string) {
    setBusy(true);
    setProblem(null);
    const body = { Id: browserId, FirstName: firstName, EmailAddress: emailAddress };
    const result = await call('POST /api/Register/GenerateMFACode', { body });
    if (result.kind === 'answer') setSent({ token: result.body.MFAToken, to: emailAddress });
    else setProblem(emailCodeMessage(result));
    setBusy(false);
  }

  async function check(code: string): Promise<boolean> {
    setBusy(true);
    setProblem(null);
    const body = { Code: code, MFAToken: sent?.token ?? '', UserId: browserId };
    const result = await call('POST /api/Register/ValidateCode', { body });
    const right = result.kind === 'answer';
    setVerified(right);
    if (!right) setProblem(emailCodeMessage(result));
    setBusy(false);
    return right;
  }

  return {
    verified,
    busy,
    problem,
    resend,
    check,
    send: async (emailAddress, firstName) => {
      setProblem(null);
      if (sent?.to !== emailAddress) await resend(emailAddress, firstName);
    },
    forget: () => {
      setVerified(false);
      setSent(null);
    },
  };
}

/** Names this browser for the time of a registration; nothing is derived from it. */
function createBrowserId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
