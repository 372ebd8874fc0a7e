import { preloadLoginNameRules, preloadPasswordRules } from '#web/identity/new-password/credential-rules.ts';
import { preloadInstitutionOptions } from '#web/institution/institution-options.ts';

/** What the registration needs before it opens (A 2.1); a failure leaves the screen with less to say. */
export async function preloadRegistration(): Promise<void> {
  await Promise.all([preloadInstitutionOptions(), preloadPasswordRules(), preloadLoginNameRules()]);
}

export async function preloadActivation(): Promise<void> {
  await Promise.all([preloadInstitutionOptions(), preloadPasswordRules()]);
}
