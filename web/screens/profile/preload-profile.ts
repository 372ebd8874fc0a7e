import { preloadLogonRules, preloadPasswordRules } from '#web/data/credential-rules.ts';
import { preloadInstitutionOptions } from '#web/data/institution-options.ts';
import { preloadProfile } from '#web/data/profile.ts';

/** What the profile opens with (M 2). */
export async function preloadProfileScreen(): Promise<void> {
  await Promise.all([preloadProfile(), preloadInstitutionOptions(), preloadPasswordRules(), preloadLogonRules()]);
}
