import { loadedOption } from '#web/institution/settings.ts';

export function usesSingleSignOn(): boolean {
  return loadedOption('loginOptions.useSingleSignOnOption');
}

let arrivedToken: string | null = null;

/** Keeps a token that came in an address, so that the address can lose it at once. */
export function keepSignOnToken(token: string): void {
  arrivedToken = token;
}

/** The token that arrived, for one taker only. */
export function takeSignOnToken(): string | null {
  const token = arrivedToken;
  arrivedToken = null;
  return token;
}
