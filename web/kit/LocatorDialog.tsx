import { useOption } from '#web/institution/settings.ts';
import { OutsideLinkDialog } from './OutsideLinkDialog.tsx';
import { Text } from './Text.tsx';

/** Shown before the outside branch locator opens in a new tab (A 2.4). */
export function LocatorDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <OutsideLinkDialog
      width={500}
      title="locatorDialog.title"
      cancel="locatorDialog.cancel"
      open="locatorDialog.open"
      address={useOption('globalOptions.remoteLocatorUrl')}
      onClose={onClose}
    >
      <Text of="locatorDialog.text" />
    </OutsideLinkDialog>
  );
}
