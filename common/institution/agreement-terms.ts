import type { Day } from '#common/core/dates.ts';
import type { Terms } from '#common/identity/rules/needed-agreements.ts';

/** Trigger numbers as written in the setup texts. */
export const LOGIN_TRIGGER = '0';

/**
 * Reads only what tells whether an agreement is needed. Every sign-in runs this and few need an agreement, so the full
 * parser stays out of the bundle.
 */
export function termsFromSettings(shared: Readonly<Record<string, unknown>>): Terms[] {
  return Object.entries(shared).flatMap(([key, setup]) => {
    if (!/^agreements\.agreement\d$/.test(key) || typeof setup !== 'string' || setup === '') return [];
    const [, effectiveOn = '', name = '', triggers = ''] = setup.split('|');
    return [{ name, effectiveOn: effectiveOn as Day, whenToAgree: triggers.split(',') }];
  });
}
