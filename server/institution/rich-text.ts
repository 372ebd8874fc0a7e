import sanitizeHtml from 'sanitize-html';

/**
 * Sanitizes rich text with an allow-list at load: no scripts, styles or frames, links only to https addresses and our
 * own pages.
 */
export function sanitizeRichText(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [
      'a',
      'b',
      'br',
      'em',
      'h2',
      'h3',
      'h4',
      'i',
      'li',
      'ol',
      'p',
      'span',
      'strong',
      'table',
      'tbody',
      'td',
      'th',
      'thead',
      'tr',
      'ul',
    ],
    allowedAttributes: { a: ['href', 'title', 'target', 'rel'], th: ['scope'] },
    allowedSchemes: ['https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: {
      a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }),
    },
  });
}
