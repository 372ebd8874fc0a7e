import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Text } from '#web/kit/Text.tsx';
import { applicationPath } from '#web/paths.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

interface NewApplicationDialogProps {
  readonly number: string;
  /** Where the application is continued; empty for the portal's own page. */
  readonly url: string;
  readonly onClose: () => void;
}

export function NewApplicationDialog({ number, url, onClose }: NewApplicationDialogProps) {
  const title = useLabel('applicationNotice.title');
  const closeLabel = useLabel('applicationNotice.close');
  return (
    <Dialog
      width={500}
      title={title.label}
      titleHidden={title.labelHidden}
      closeLabel={closeLabel.label}
      onClose={onClose}
      actions={
        url === '' ? (
          <ScreenLink to={applicationPath(number)} look="primary" onClick={onClose}>
            <ControlName of="applicationNotice.continue" />
          </ScreenLink>
        ) : (
          <a className={buttonClass('primary')} href={url} onClick={onClose}>
            <ControlName of="applicationNotice.continue" />
          </a>
        )
      }
    >
      <p>
        <Text of="applicationNotice.text" with={{ number }} />
      </p>
    </Dialog>
  );
}
