import styles from './RichText.module.css';
import { trustedHtml } from './trusted-html.ts';

/** The institution's rich text; renders nothing if empty. */
export function RichText({ html }: { readonly html: string | null }) {
  if (!html) return null;
  return <div className={styles.rich} dangerouslySetInnerHTML={{ __html: trustedHtml(html) }} />;
}
