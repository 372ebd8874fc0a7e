import { useLabel, useOptions } from '#web/institution/settings.ts';
import { paths } from '#web/paths.ts';
import { ControlName } from './ControlName.tsx';
import styles from './HelpScreen.module.css';
import { useNavigation } from './navigation.ts';
import { useRemoteLocator } from './use-remote-locator.tsx';

/** Links between the screens for visitors, as far as the institution offers them. */
export function HelpLinks() {
  const { label } = useLabel('shell.helpNavigation');
  const { Link } = useNavigation();
  const option = useOptions();
  const remoteLocator = useRemoteLocator();
  const links = [
    { text: 'shell.faq', to: paths.publicFaq, shows: option('globalOptions.useFaqOption') },
    { text: 'shell.locations', to: paths.publicLocations, shows: option('globalOptions.useBranchLocatorOption') },
    { text: 'shell.messages', to: paths.publicMessages, shows: !option('globalOptions.hideContactUsOption') },
  ] as const;
  return (
    <nav aria-label={label} className={styles.links}>
      {links
        .filter(({ shows }) => shows)
        .map(({ text, to }) => (
          <Link key={to} to={to} className={styles.link}>
            <ControlName of={text} />
          </Link>
        ))}
      {remoteLocator && (
        <button type="button" className={styles.link} onClick={remoteLocator.show}>
          <ControlName of="locator.remote" />
        </button>
      )}
      {remoteLocator?.dialog}
    </nav>
  );
}
