import type { Branch } from '#common/contact/rules/branches.ts';
import { useOption } from '#web/institution/settings.ts';
import { OutsideLinkDialog } from '#web/kit/OutsideLinkDialog.tsx';
import { Text } from '#web/kit/Text.tsx';

/** Before the way to a branch opens on somebody else's site. */
export function DirectionsDialog({ branch, onClose }: { readonly branch: Branch; readonly onClose: () => void }) {
  const service = useOption('locatorOptions.directionsUrl');
  const destination = `${branch.streetAddress}, ${branch.city}, ${branch.state} ${branch.zip}`;
  const address = service.replace('{}', encodeURIComponent(destination));
  return (
    <OutsideLinkDialog
      width={500}
      title="directionsDialog.title"
      cancel="directionsDialog.cancel"
      open="directionsDialog.open"
      address={address}
      onClose={onClose}
    >
      <Text of="directionsDialog.text" with={[branch.name, new URL(address, location.href).hostname]} />
    </OutsideLinkDialog>
  );
}
