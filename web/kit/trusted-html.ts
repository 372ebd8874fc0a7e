/**
 * The one door for HTML. The server has sanitised the institution's rich text
 * against an allow-list when it was loaded; nothing else may come through here,
 * and the page's policy lets no other code write HTML.
 */
const policy = (globalThis as TrustedTypesHost).trustedTypes?.createPolicy('passbook-rich-text', {
  createHTML: (html) => html,
});

/** The part of Trusted Types used here; browsers without it take plain strings. */
interface TrustedTypesHost {
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): TrustedHTML };
  };
}

/** Rich text of the institution, as a browser takes it. */
export function trustedHtml(html: string): string {
  return (policy?.createHTML(html) ?? html) as string;
}
