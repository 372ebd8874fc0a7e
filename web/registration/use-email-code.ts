import { useState } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { call } from '#web/data/client.ts';
import { emailCodeMessage } from './registration-refusal.ts';

export interface EmailCode {
  /** The address as it stands was verified. */
  readonly verified: boolean;
  readonly busy: boolean;
  /** A code is on its way to the address as it stands. */
  readonly sent: boolean;
  /** Sends a code, unless the last one went to the same address. */
  readonly send: (emailAddress: string, firstName: string) => Promise<void>;
  readonly resend: (emailAddress: string, firstName: string) => Promise<void>;
  /** @returns whether it was the right one. */
  readonly check: (code: string) => Promise<boolean>;
  /** The address has changed: it must be verified anew. */
  readonly forget: () => void;
}

/**
 * The code that verifies the e-mail address of a registration (A 4).
 * @param report takes what went wrong, in place of what went wrong before
 */
export function useEmailCode(report: (problems: readonly TextKey[]) => void): EmailCode {
  const [browserId] = useState(createBrowserId);
  const [sent, setSent] = useState<{ readonly token: string; readonly to: string } | null>(null);
  const [verified, setVerified] = useState(false);
  const [busy, setBusy] = useState(false);

  async function resend(emailAddress: string, firstName: string) {
    setBusy(true);
    report([]);
    const body = { Id: browserId, FirstName: firstName, EmailAddress: emailAddress };
    const result = await call('POST /api/Register/GenerateMFACode', { body });
    if (result.kind === 'answer') setSent({ token: result.body.MFAToken, to: emailAddress });
    else report([emailCodeMessage(result)]);
    setBusy(false);
  }

  async function check(code: string): Promise<boolean> {
    setBusy(true);
    report([]);
    const body = { Code: code, MFAToken: sent?.token ?? '', UserId: browserId };
    const result = await call('POST /api/Register/ValidateCode', { body });
    const right = result.kind === 'answer';
    setVerified(right);
    if (!right) report([emailCodeMessage(result)]);
    setBusy(false);
    return right;
  }

  return {
    verified,
    busy,
    sent: sent !== null,
    resend,
    check,
    send: async (emailAddress, firstName) => {
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
