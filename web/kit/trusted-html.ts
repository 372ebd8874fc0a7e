/**
 * The only way to insert HTML. The server has sanitized the institution's rich text with an allow-list, and the content
 * security policy lets no other code write HTML.
 */
const policy = (globalThis as TrustedTypesHost).trustedTypes?.createPolicy('passbook-rich-text', {
  createHTML: (html) => html,
});

/** The part of Trusted Types used here; browsers without it accept plain strings. */
interface TrustedTypesHost {
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): TrustedHTML };
  };
}

/** Converts rich text to the type the browser requires. */
export function trustedHtml(html: string): string {
  return (policy?.createHTML(html) ?? html) as string;
}
