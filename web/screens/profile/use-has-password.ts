import { useOption } from '#web/data/settings.ts';

/** Whether the customer has a password here; under single sign-on nobody has. */
export function useHasPassword(): boolean {
  return !useOption('loginOptions.useSingleSignOnOption');
}
