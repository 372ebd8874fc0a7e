import { OutsideLinkDialog } from '#web/kit/OutsideLinkDialog.tsx';
import { Text } from '#web/kit/Text.tsx';

interface ExternalStatementDialogProps {
  readonly address: string;
  readonly onClose: () => void;
}

/** Tells where the statement is before leaving the site. */
export function ExternalStatementDialog({ address, onClose }: ExternalStatementDialogProps) {
  return (
    <OutsideLinkDialog
      width={400}
      title="externalStatement.title"
      cancel="externalStatement.cancel"
      open="externalStatement.continue"
      address={address}
      onClose={onClose}
    >
      <Text of="externalStatement.text" with={[new URL(address).host]} />
    </OutsideLinkDialog>
  );
}
