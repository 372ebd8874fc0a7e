import { type ReactNode, useCallback, useContext, useState } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useLabel } from '#web/institution/settings.ts';
import {
  type IndexedSection,
  inOrderOfPage,
  leadToSection,
  SectionGroupContext,
  SectionIndexContext,
  SectionListContext,
  UnfoldedContext,
} from './section-index.ts';
import styles from './SectionLinks.module.css';

export function SectionIndex({ children }: { readonly children: ReactNode }) {
  const [sections, setSections] = useState<readonly IndexedSection[]>([]);
  const [unfolded] = useState(() => new Set<TextKey>());
  const enter = useCallback((section: IndexedSection) => {
    setSections((now) => [...now, section]);
    return () => setSections((now) => now.filter((one) => one !== section));
  }, []);
  return (
    <SectionIndexContext value={enter}>
      <UnfoldedContext value={unfolded}>
        <SectionListContext value={sections}>{children}</SectionListContext>
      </UnfoldedContext>
    </SectionIndexContext>
  );
}

interface SectionGroupProps {
  readonly name: TextKey;
  readonly children: ReactNode;
}

/** Sections that share one link. */
export function SectionGroup({ name, children }: SectionGroupProps) {
  const { label } = useLabel(name);
  return <SectionGroupContext value={label}>{children}</SectionGroupContext>;
}

/** Links to the sections that this institution shows, or to their groups, in page order. */
export function SectionLinks() {
  const sections = useContext(SectionListContext);
  const { label } = useLabel('sectionLinks.label');
  const targets = onePerGroup(sections.toSorted(inOrderOfPage));
  if (targets.length < 2) return null;
  return (
    <nav className={styles.links} data-grouped={targets.some(({ group }) => group !== null)} aria-label={label}>
      {targets.map(({ id, title, group }) => (
        <button key={id} type="button" className={styles.link} onClick={() => leadToSection(id)}>
          {group ?? title}
        </button>
      ))}
    </nav>
  );
}

/** Keeps the first section of each group, and every section without one. */
function onePerGroup(sections: readonly IndexedSection[]): readonly IndexedSection[] {
  return sections.filter(
    ({ group }, index) => group === null || sections.findIndex((other) => other.group === group) === index,
  );
}
