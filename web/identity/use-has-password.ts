import { useOption } from '#web/institution/settings.ts';

/** Whether the customer has a password here; under single sign-on nobody has. */
export function useHasPassword(): boolean {
  return !useOption('loginOptions.useSingleSignOnOption');
}
