import { useEffect, useState } from 'react';
import type { PasswordFacts } from '#common/rules/credentials/check-password.ts';
import { isEmailLike, listSsnsIn } from '#common/rules/credentials/person-facts.ts';
import { call } from '#web/data/client.ts';

/** How long typing must pause before the server is asked (A 9). */
const PAUSE_MS = 500;

type ServerFacts = Omit<PasswordFacts, 'logon'>;

export interface KnownFacts {
  readonly facts: ServerFacts;
  /** `later`: the server could not be asked; it judges what is submitted anyway. */
  readonly phase: 'idle' | 'checking' | 'answered' | 'later';
}

/**
 * What only the server can say of a password, asked once typing pauses.
 * @param token of the link or sign-in step that allows the change; null for the session
 * @param asks false while the password is wrong anyway, or nobody is to be asked
 */
export function useServerFacts(password: string, token: string | null, asks: boolean): KnownFacts {
  const [outcome, setOutcome] = useState<{ password: string; facts: ServerFacts | null } | null>(null);

  useEffect(() => {
    if (!asks) return undefined;
    const leave = new AbortController();
    const timer = setTimeout(() => {
      ask(password, token, leave.signal).then(
        (facts) => setOutcome({ password, facts }),
        () => undefined, // Given up: the password has changed meanwhile.
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [password, token, asks]);

  const known = knownWithoutServer(password);
  if (!asks) return { facts: known, phase: 'idle' };
  if (outcome?.password !== password) return { facts: known, phase: 'checking' };
  return outcome.facts === null
    ? { facts: known, phase: 'later' }
    : { facts: { ...outcome.facts, ...known }, phase: 'answered' };
}

/** Nobody's number has fewer digits and nobody's address is without an @ sign. */
function knownWithoutServer(password: string): ServerFacts {
  return {
    ...(mayBeSsn(password) ? {} : { matchesSsn: false }),
    ...(isEmailLike(password.trim()) ? {} : { matchesEmail: false }),
  };
}

function mayBeSsn(password: string): boolean {
  return listSsnsIn(password).length > 0;
}

async function ask(password: string, token: string | null, signal: AbortSignal): Promise<ServerFacts | null> {
  const questions = {
    PasswordToValidate: password,
    InvalidWhenMatchesSSN: mayBeSsn(password),
    InvalidWhenMatchEmail: isEmailLike(password.trim()),
    InvalidWhenPasswordExists: true,
  };
  const result =
    token === null
      ? await call('POST /api/Login/ValidatePasswordForLoggedInUser', { body: questions, signal })
      : await call('POST /api/Login/ValidatePasswordForResetPassword', {
          body: { ...questions, ResetToken: token },
          signal,
        });
  if (result.kind !== 'answer') return null;
  const { PasswordMatchesSSN, PasswordMatchesEmail, PasswordExists } = result.body;
  return { matchesSsn: PasswordMatchesSSN, matchesEmail: PasswordMatchesEmail, usedBefore: PasswordExists };
}
