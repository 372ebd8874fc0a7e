import type { ReactNode } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useSession } from '#web/data/session.ts';
import { paths } from '#web/paths.ts';
import { Brand } from './Brand.tsx';
import { ControlName } from './ControlName.tsx';
import { HelpLinks } from './HelpLinks.tsx';
import styles from './HelpScreen.module.css';
import { PageHeading } from './PageHeading.tsx';
import { ScreenLink } from './ScreenLink.tsx';
import { Text } from './Text.tsx';

interface HelpScreenProps {
  readonly heading: TextKey;
  readonly intro?: TextKey;
  readonly login: TextKey;
  readonly children: ReactNode;
}

/** A screen for visitors and customers; visitors see the logo and a link to sign-in (M 2, M 6). */
export function HelpScreen({ heading, intro, login, children }: HelpScreenProps) {
  const isVisitor = useSession() === null;
  const content = (
    <>
      <div>
        <PageHeading of={heading} />
        {intro !== undefined && (
          <p className={styles.intro}>
            <Text of={intro} />
          </p>
        )}
      </div>
      {children}
    </>
  );
  if (!isVisitor) return content;
  return (
    <div className={styles.screen}>
      <div className={styles.band}>
        <div className={styles.line}>
          <Brand name="shell.institutionName" onBrand />
          <HelpLinks />
          <ScreenLink to={paths.login} className={styles.login}>
            <ControlName of={login} />
          </ScreenLink>
        </div>
      </div>
      <div className={styles.pane}>{content}</div>
    </div>
  );
}
