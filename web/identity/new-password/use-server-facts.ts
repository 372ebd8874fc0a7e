import { useEffect, useEffectEvent, useState } from 'react';
import type { PasswordFacts } from '#common/identity/rules/check-password.ts';
import { isEmailLike, listSsnsIn } from '#common/identity/rules/person-facts.ts';
import { call } from '#web/data/client.ts';

/** The pause in typing before the server is asked (A 9). */
const PAUSE_MS = 500;

export type ServerFacts = Omit<PasswordFacts, 'loginName'>;

export interface KnownFacts {
  readonly facts: ServerFacts;
  /** `later`: the server could not be asked; it validates on submission anyway. */
  readonly phase: 'idle' | 'checking' | 'answered' | 'later';
}

/** Asks the server about a password; null if it can't be reached. */
export interface Inquiry {
  /** The same as long as the answer would be the same. */
  readonly key: string;
  readonly ask: (password: string, signal: AbortSignal) => Promise<ServerFacts | null>;
}

/**
 * Asks the server about a password once typing pauses.
 * @param inquiry null if the password is invalid anyway or needs no check
 */
export function useServerFacts(password: string, inquiry: Inquiry | null): KnownFacts {
  const [outcome, setOutcome] = useState<{ about: string; facts: ServerFacts | null } | null>(null);
  const about = inquiry && `${inquiry.key}\n${password}`;

  // The function changes on every render; `about` tells whether the question changed.
  const ask = useEffectEvent((asked: string, signal: AbortSignal) => {
    inquiry?.ask(password, signal).then(
      (facts) => setOutcome({ about: asked, facts }),
      () => undefined, // Canceled: the password has changed meanwhile.
    );
  });
  useEffect(() => {
    if (about === null) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => ask(about, abort.signal), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [about]);

  const known = knownWithoutServer(password);
  if (about === null) return { facts: known, phase: 'idle' };
  if (outcome?.about !== about) return { facts: known, phase: 'checking' };
  return outcome.facts === null
    ? { facts: known, phase: 'later' }
    : { facts: { ...outcome.facts, ...known }, phase: 'answered' };
}

/** Numbers have more digits and addresses have an @ sign, so no request is needed. */
function knownWithoutServer(password: string): ServerFacts {
  return {
    ...(mayBeSsn(password) ? {} : { matchesSsn: false }),
    ...(isEmailLike(password.trim()) ? {} : { matchesEmail: false }),
  };
}

function mayBeSsn(password: string): boolean {
  return listSsnsIn(password).length > 0;
}

/** @param token from the link or sign-in step that allows the change; null for the session */
export function inquiryOfPerson(token: string | null): Inquiry {
  return {
    key: token ?? '',
    async ask(password, signal) {
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
      const { PasswordMatchesSSN, PasswordMatchesEmail, PasswordExists, PasswordWeakness } = result.body;
      return {
        matchesSsn: PasswordMatchesSSN,
        matchesEmail: PasswordMatchesEmail,
        usedBefore: PasswordExists,
        weakness: PasswordWeakness,
      };
    },
  };
}

interface NewPerson {
  /** The form's names, username and email address. */
  readonly words: readonly string[];
  /** From the activation link; empty where the form asks for everything. */
  readonly activationToken: string;
}

/** For a first password, the server only tells whether it is easy to guess. */
export function inquiryOfNewPerson({ words, activationToken }: NewPerson): Inquiry {
  const PersonalWords = words.filter((word) => word !== '');
  return {
    key: [activationToken, ...PersonalWords].join('\n'),
    async ask(password, signal) {
      const body = { PasswordToValidate: password, PersonalWords, ActivationToken: activationToken };
      const result = await call('POST /api/Login/ValidatePasswordForNewUser', { body, signal });
      return result.kind === 'answer' ? { weakness: result.body.PasswordWeakness } : null;
    },
  };
}
