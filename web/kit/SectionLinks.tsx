import { type ReactNode, useCallback, useContext, useState } from 'react';
import { useLabel } from '#web/institution/settings.ts';
import { type IndexedSection, SectionIndexContext, SectionListContext } from './section-index.ts';
import styles from './SectionLinks.module.css';

export function SectionIndex({ children }: { readonly children: ReactNode }) {
  const [sections, setSections] = useState<readonly IndexedSection[]>([]);
  const enter = useCallback((section: IndexedSection) => {
    setSections((now) => [...now, section]);
    return () => setSections((now) => now.filter((one) => one !== section));
  }, []);
  return (
    <SectionIndexContext value={enter}>
      <SectionListContext value={sections}>{children}</SectionListContext>
    </SectionIndexContext>
  );
}

/** Links to the visible sections, in page order. */
export function SectionLinks() {
  const sections = useContext(SectionListContext);
  const { label } = useLabel('sectionLinks.label');
  if (sections.length < 2) return null;
  return (
    <nav className={styles.links} aria-label={label}>
      {sections.toSorted(inOrderOfPage).map(({ id, title }) => (
        <button key={id} type="button" className={styles.link} onClick={() => leadTo(id)}>
          {title}
        </button>
      ))}
    </nav>
  );
}

function inOrderOfPage(one: IndexedSection, other: IndexedSection): number {
  const [first, second] = [document.getElementById(one.id), document.getElementById(other.id)];
  if (!first || !second) return 0;
  return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

function leadTo(id: string): void {
  const heading = document.getElementById(id);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}
