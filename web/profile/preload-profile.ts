import { preloadLoginNameRules, preloadPasswordRules } from '#web/identity/new-password/credential-rules.ts';
import { preloadInstitutionOptions } from '#web/institution/institution-options.ts';
import { preloadProfile } from './profile-data.ts';

/** Loads the profile's data before it opens (M 2). */
export async function preloadProfileScreen(): Promise<void> {
  await Promise.all([preloadProfile(), preloadInstitutionOptions(), preloadPasswordRules(), preloadLoginNameRules()]);
}
