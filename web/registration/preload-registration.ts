import { preloadLoginNameRules, preloadPasswordRules } from '#web/identity/new-password/credential-rules.ts';
import { preloadInstitutionOptions } from '#web/institution/institution-options.ts';

/** Loads the registration's data before it opens (A 2.1); after a failure, the screen shows fewer details. */
export async function preloadRegistration(): Promise<void> {
  await Promise.all([preloadInstitutionOptions(), preloadPasswordRules(), preloadLoginNameRules()]);
}

export async function preloadActivation(): Promise<void> {
  await Promise.all([preloadInstitutionOptions(), preloadPasswordRules()]);
}
