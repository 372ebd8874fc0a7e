import type { Day } from '#common/core/dates.ts';
import type { Terms } from '#common/identity/rules/needed-agreements.ts';

/** Triggers as they stand in the setup texts. */
export const LOGIN_TRIGGER = '0';

/**
 * As much of the agreements as tells whether they are needed, without the code
 * that reads all of them: every sign-in asks this, and few have anything to agree to.
 */
export function termsFromSettings(shared: Readonly<Record<string, unknown>>): Terms[] {
  return Object.entries(shared).flatMap(([key, setup]) => {
    if (!/^agreements\.agreement\d$/.test(key) || typeof setup !== 'string' || setup === '') return [];
    const [, effectiveOn = '', name = '', triggers = ''] = setup.split('|');
    return [{ name, effectiveOn: effectiveOn as Day, whenToAgree: triggers.split(',') }];
  });
}
