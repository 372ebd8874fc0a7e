import type { ClientErrorReport } from './setup.queries.ts';

/** What a browser reports is stored without what could be a number of a card, an account or a person, a token, or what is named as a secret. */
export function scrubReport(report: ClientErrorReport): ClientErrorReport {
  return { message: scrub(report.message), stack: scrub(report.stack), userAgent: scrub(report.userAgent) };
}

/** `password=…`, `"SecurityCode":"…"`, also quoted once more: the name stays, the value goes. */
const namedSecret =
  /((?:password|answer|secret|securitycode|securitynumber|ssn|token)\w*\\*["']?\s*[:=]\s*)(?:\\*"[^"]*"|'[^']*'|[^\s&,;}\]]+)/gi;

function scrub(text: string): string {
  return (
    text
      .replaceAll(namedSecret, '$1[secret]')
      .replaceAll(/[{}<>]/g, '')
      // A new line could pretend to be another entry wherever the text is shown.
      .replaceAll(/[\r\n]+/g, ' | ')
      .replaceAll(/\d(?:[ -]?\d){7,}/g, '[number]')
      .replaceAll(/[\w-]{40,}/g, '[token]')
      .replaceAll(/[^\s@]+@[^\s@]+/g, '[address]')
  );
}
