import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { Text } from './Text.tsx';

/** At the end of a link's or button's name. */
export function OpensInNewTab() {
  return (
    <VisuallyHidden>
      {' '}
      <Text of="shell.opensInNewTab" />
    </VisuallyHidden>
  );
}
