import type { z } from 'zod';

/** Like a code, and never like a name with a space or a number of a card or account. */
const MAY_BE_SHOWN = /^(?!.*\d{4})[A-Za-z][\w-]{0,39}$/;

/** Returns what is wrong with each place of an answer, for the operator who talks with the processor. */
export function answerProblems({ issues }: z.ZodError, answer: unknown): string {
  return [...new Set(issues.map((issue) => issueProblem(issue, answer)))].join(', ');
}

function issueProblem(issue: z.core.$ZodIssue, answer: unknown): string {
  const place = issue.path.join('.') || 'the whole answer';
  const received = valueAt(answer, issue.path);
  const allowed = allowedBy(issue);
  if (received === undefined) return `${place} is missing`;
  if (allowed.length === 0) return place;
  const shown = typeof received === 'string' && MAY_BE_SHOWN.test(received) ? ` is "${received}"` : '';
  return `${place}${shown} (allowed: ${allowed.join(', ')})`;
}

function allowedBy(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  if (issue.code === 'invalid_union') {
    // Without a matching discriminator it lists the values of that one.
    const { options = [] } = issue as { readonly options?: readonly unknown[] };
    return [...issue.errors.flat().flatMap(allowedBy), ...options.map(String)];
  }
  if (issue.code !== 'invalid_format' || issue.format !== 'template_literal') return [];
  const [, start] = /^\^([\w -]+)/.exec(issue.pattern ?? '') ?? [];
  return start === undefined ? [] : [`${start}…`];
}

function valueAt(answer: unknown, path: readonly PropertyKey[]): unknown {
  let value = answer;
  for (const part of path) value = (value as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[part];
  return value;
}
