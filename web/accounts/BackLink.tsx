import { ArrowLeft } from 'lucide-react';
import { ControlName } from '#web/kit/ControlName.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { paths } from '#web/paths.ts';
import styles from './BackLink.module.css';

export function BackLink() {
  return (
    <ScreenLink to={paths.dashboard} className={styles.back}>
      <ArrowLeft size={16} aria-hidden="true" />
      <ControlName of="loanDetails.back" />
    </ScreenLink>
  );
}
