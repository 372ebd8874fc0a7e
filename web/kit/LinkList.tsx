import type { ReactNode } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import styles from './LinkList.module.css';
import { PageHeading } from './PageHeading.tsx';
import { ScreenLink } from './ScreenLink.tsx';
import { Text } from './Text.tsx';

interface LinkListScreenProps {
  readonly heading: TextKey;
  readonly intro: TextKey;
  readonly children: ReactNode;
}

/** The frame of the screens with a {@link LinkList}, and of what its rows open. */
export function LinkListScreen({ heading, intro, children }: LinkListScreenProps) {
  return (
    <div className={styles.screen}>
      <div>
        <PageHeading of={heading} />
        <p className={styles.intro}>
          <Text of={intro} />
        </p>
      </div>
      {children}
    </div>
  );
}

export function LinkList({ children }: { readonly children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

interface LinkRowProps {
  /** An address from `paths.ts`. */
  readonly to: string;
  readonly title: string;
  readonly chips?: ReactNode;
  /** A line of details below the title. */
  readonly children: ReactNode;
}

/** A row that opens a screen wherever it is pressed. */
export function LinkRow({ to, title, chips, children }: LinkRowProps) {
  return (
    <li className={styles.row}>
      <ScreenLink to={to} className={styles.subject}>
        {title}
      </ScreenLink>
      {chips !== undefined && <span className={styles.chips}>{chips}</span>}
      <span className={styles.meta}>{children}</span>
    </li>
  );
}
