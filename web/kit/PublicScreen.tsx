import { type ReactNode, useEffect, useRef } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { Brand } from './Brand.tsx';
import { PageHeading } from './PageHeading.tsx';
import styles from './PublicScreen.module.css';
import { Text } from './Text.tsx';

interface PublicScreenProps {
  readonly heading: TextKey;
  readonly intro?: TextKey;
  /** In a screen with steps, the heading takes the focus when this changes. */
  readonly step?: string;
  readonly children: ReactNode;
}

/** A screen before sign-in: the institution on top, a narrow column below. */
export function PublicScreen({ heading, intro, step, children }: PublicScreenProps) {
  const screen = useRef<HTMLDivElement>(null);
  const stepBefore = useRef(step);
  useEffect(() => {
    if (stepBefore.current === step) return;
    stepBefore.current = step;
    screen.current?.querySelector('h1')?.focus();
  }, [step]);
  return (
    <div className={styles.screen} ref={screen}>
      <div className={styles.band}>
        <Brand name="shell.institutionName" onBrand />
      </div>
      <div className={styles.pane}>
        <div className={styles.column}>
          <div>
            <PageHeading of={heading} />
            {intro !== undefined && (
              <p className={styles.intro}>
                <Text of={intro} />
              </p>
            )}
          </div>
          {children}
        </div>
      </div>
    </div>
  );
}
