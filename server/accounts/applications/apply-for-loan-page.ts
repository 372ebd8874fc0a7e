import type { Institution } from '#common/institution/institution.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';

export function applyForLoanPage({ texts, options }: Institution): string {
  const text = (key: TextKey) => escapeHtml(texts[key] ?? '');
  const address = options['globalOptions.applyForLoanUrl'];
  const link = address === '' ? '' : `<p><a href="${escapeHtml(address)}">${text('applyForLoan.link')}</a></p>`;
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${text('applyForLoan.title')}</title>`,
    '<link rel="stylesheet" href="/error-page.css">',
    '</head>',
    '<body>',
    '<main>',
    `<h1>${text('applyForLoan.title')}</h1>`,
    `<p>${text('applyForLoan.where')}</p>`,
    link,
    '</main>',
    '</body>',
    '</html>',
  ].join('\n');
}
