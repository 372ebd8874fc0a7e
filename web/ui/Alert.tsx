import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Alert.module.css';
import { classNames } from './class-names.ts';
import tones from './tones.module.css';

export type AlertTone = 'info' | 'warn' | 'bad' | 'ok';

const icons = { info: Info, warn: TriangleAlert, bad: CircleAlert, ok: CircleCheck };

export interface AlertProps {
  readonly tone: AlertTone;
  readonly children: ReactNode;
  /** An action next to the message, such as a retry button. */
  readonly action?: ReactNode;
}

/** An inline message: problems interrupt (role alert), others are announced in turn (role status). */
export function Alert({ tone, children, action }: AlertProps) {
  const Icon = icons[tone];
  return (
    <div className={classNames(styles.alert, tones[tone])} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon size={20} aria-hidden="true" />
      <div className={styles.body}>
        <div>{children}</div>
        {action}
      </div>
    </div>
  );
}
