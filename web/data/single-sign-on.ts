import { loadedOption } from '#web/institution/settings.ts';

export function usesSingleSignOn(): boolean {
  return loadedOption('loginOptions.useSingleSignOnOption');
}

let arrivedToken: string | null = null;

/** Stores a token from the address, so it can be removed from the address at once. */
export function keepSingleSignOnToken(token: string): void {
  arrivedToken = token;
}

/** Returns the stored token, once. */
export function takeSingleSignOnToken(): string | null {
  const token = arrivedToken;
  arrivedToken = null;
  return token;
}
