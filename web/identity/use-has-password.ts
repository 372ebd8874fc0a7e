import { useOption } from '#web/institution/settings.ts';

/** False under single sign-on. */
export function useHasPassword(): boolean {
  return !useOption('loginOptions.useSingleSignOnOption');
}
