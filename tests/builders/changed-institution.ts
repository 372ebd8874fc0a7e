import { day } from '#common/core/dates.ts';
import { createApp } from '#server/app.ts';
import { createMetrics } from '#server/platform/metrics.ts';
import type { Services } from '#server/services.ts';
import type { SignedInCaller, TestApp } from './test-app.ts';

type Institution = Services['institution'];

export function withRevisedTextTerms(institution: Institution): Institution {
  const agreements = institution.agreements.map((terms) =>
    terms.whenToAgree.includes('texting') ? { ...terms, effectiveOn: day('2026-11-20') } : terms,
  );
  return { ...institution, agreements };
}

export function withoutTextMessages(institution: Institution): Institution {
  return { ...institution, options: { ...institution.options, 'globalOptions.useTextMessagesOption': false } };
}

/** Runs with the same people, data and sessions after the institution changed its settings. */
export async function whenInstitutionIs<Answer>(
  { services }: TestApp,
  change: (institution: Institution) => Institution,
  caller: SignedInCaller,
  act: (caller: SignedInCaller) => Promise<Answer>,
): Promise<Answer> {
  const app = await createApp({
    ...services,
    institution: change(services.institution),
    metrics: createMetrics(),
  });
  const call: SignedInCaller['call'] = (options) =>
    app.inject({ ...options, headers: { ...caller.headers, ...options.headers } });
  try {
    return await act({ ...caller, call });
  } finally {
    await app.close();
  }
}
