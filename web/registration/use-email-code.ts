import { useState } from 'react';
import { call } from '#web/data/client.ts';
import { type Action, useAction } from '#web/data/use-action.ts';

interface CodeRecipient {
  readonly emailAddress: string;
  readonly firstName: string;
}

export interface EmailCode {
  /** The current address was verified. */
  readonly verified: boolean;
  /** The address the last code went to, unless it changed since. */
  readonly sentTo: string | undefined;
  /** Names why an earlier code to this address could not be sent; null if none failed. */
  readonly trouble: string | null;
  readonly send: Action<CodeRecipient>;
  /** Checks the entered code. */
  readonly check: Action<string>;
  /** Called when the address changes and must be verified again. */
  readonly forget: () => void;
}

/** The code that verifies a registration's email address (A 4). */
export function useEmailCode(onVerified: () => Promise<void>): EmailCode {
  const [browserId] = useState(createBrowserId);
  const [sent, setSent] = useState<{ readonly token: string; readonly to: string; readonly trouble: string | null }>();
  const [verified, setVerified] = useState(false);
  const send = useAction(
    ({ emailAddress, firstName }: CodeRecipient) =>
      call('POST /api/Register/GenerateMFACode', {
        body: { Id: browserId, FirstName: firstName, EmailAddress: emailAddress },
      }),
    {
      onDone: ({ MFAToken: token, TroubleReference: trouble }, { emailAddress: to }) => setSent({ token, to, trouble }),
    },
  );
  const check = useAction(
    (code: string) =>
      call('POST /api/Register/ValidateCode', {
        body: { Code: code, MFAToken: sent?.token ?? '', UserId: browserId },
      }),
    {
      onDone: async () => {
        setVerified(true);
        await onVerified();
      },
    },
  );
  return {
    verified,
    sentTo: sent?.to,
    trouble: sent?.trouble ?? null,
    send,
    check,
    forget: () => {
      setVerified(false);
      setSent(undefined);
    },
  };
}

/** Creates a random id of this browser for one registration. */
function createBrowserId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
