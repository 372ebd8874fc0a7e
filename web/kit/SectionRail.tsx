import { Fragment, useContext } from 'react';
import { useLabel } from '#web/institution/settings.ts';
import { inOrderOfPage, leadToSection, SectionListContext } from './section-index.ts';
import styles from './SectionRail.module.css';

/** Links to all sections beside them, with the names of their groups; above them where there is no room beside. */
export function SectionRail() {
  const sections = useContext(SectionListContext).toSorted(inOrderOfPage);
  const { label } = useLabel('sectionLinks.label');
  return (
    <nav className={styles.rail} aria-label={label}>
      {sections.map(({ id, title, group }, index) => (
        <Fragment key={id}>
          {group !== null && group !== sections[index - 1]?.group && <span className={styles.group}>{group}</span>}
          <button type="button" className={styles.link} onClick={() => leadToSection(id)}>
            {title}
          </button>
        </Fragment>
      ))}
    </nav>
  );
}
