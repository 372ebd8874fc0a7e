import { day } from '#common/core/dates.ts';
import type { InstitutionChange } from './test-app.ts';

export const withRevisedTextTerms: InstitutionChange = ({ agreements }) => ({
  agreements: agreements.map((terms) =>
    terms.whenToAgree.includes('texting') ? { ...terms, effectiveOn: day('2026-11-20') } : terms,
  ),
});

export const withoutTextMessages: InstitutionChange = ({ options }) => ({
  options: { ...options, 'globalOptions.useTextMessagesOption': false },
});
