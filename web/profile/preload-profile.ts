import { preloadLoginNameRules, preloadPasswordRules } from '#web/identity/new-password/credential-rules.ts';
import { preloadInstitutionOptions } from '#web/institution/institution-options.ts';
import { preloadProfile } from './profile-data.ts';

/** What the profile opens with (M 2). */
export async function preloadProfileScreen(): Promise<void> {
  await Promise.all([preloadProfile(), preloadInstitutionOptions(), preloadPasswordRules(), preloadLoginNameRules()]);
}
