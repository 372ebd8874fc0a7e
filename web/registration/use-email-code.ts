import { useState } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { call } from '#web/data/client.ts';
import { emailCodeMessage } from './registration-refusal.ts';

export interface EmailCode {
  readonly verified: boolean;
  readonly busy: boolean;
  readonly sent: boolean;
  /** Sends a code, unless the last one went to the same address. */
  readonly send: (emailAddress: string, firstName: string) => Promise<void>;
  readonly resend: (emailAddress: string, firstName: string) => Promise<void>;
  /** Returns whether it was right. */
  readonly check: (code: string) => Promise<boolean>;
  /** Called when the address changes and must be verified again. */
  readonly forget: () => void;
}

/**
 * The code that verifies a registration's e-mail address (A 4).
 * @param report replaces the shown problems
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

/** Creates a random id of this browser for one registration. */
function createBrowserId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
