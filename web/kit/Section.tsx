import { type ReactNode, useContext, useId, useLayoutEffect } from 'react';
import type { SwitchKey } from '#common/contract/all-options.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useOptions, useText } from '#web/institution/settings.ts';
import { Card } from '#web/ui/Card.tsx';
import { SectionIndexContext } from './section-index.ts';
import styles from './Section.module.css';

interface SectionProps {
  /** If the institution hides it, the section is hidden. */
  readonly heading: TextKey;
  readonly info?: TextKey;
  readonly hideWhen?: SwitchKey;
  /** Placed at the end of the heading's line. */
  readonly aside?: ReactNode;
  /** Left out in print. */
  readonly screenOnly?: boolean;
  readonly children: ReactNode;
}

/** A titled section that is hidden if the institution hides it. */
export function Section({ heading, info, hideWhen, aside, screenOnly = false, children }: SectionProps) {
  const id = useId();
  const option = useOptions();
  const title = useText(heading);
  const infoText = useText(info ?? heading);
  const enter = useContext(SectionIndexContext);
  const isShown = title !== null && !(hideWhen !== undefined && option(hideWhen));
  // Before painting, so the links don't push the content down.
  useLayoutEffect(() => (enter && isShown ? enter({ id, title }) : undefined), [enter, id, isShown, title]);
  if (title === null || (hideWhen !== undefined && option(hideWhen))) return null;
  return (
    <Card as="section" aria-labelledby={id} screenOnly={screenOnly}>
      <div className={styles.head}>
        <h2 id={id} tabIndex={enter ? -1 : undefined}>
          {title}
        </h2>
        {aside ? <div className={styles.aside}>{aside}</div> : null}
      </div>
      {info !== undefined && infoText ? <p className={styles.info}>{infoText}</p> : null}
      {children}
    </Card>
  );
}
