import { ExternalLink } from 'lucide-react';
import { useDraftAgreement } from '#web/payments/use-draft-agreement.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { OpensInNewTab } from '#web/kit/OpensInNewTab.tsx';

interface ChangedAgreementProps {
  /** Null while the terms are incomplete. */
  readonly prepare: (() => Promise<string | null>) | null;
  readonly opened: boolean;
  /** The customer tried to save without it. */
  readonly missing: boolean;
  readonly onOpened: (token: string) => void;
}

/** The agreement on a recurring bank draft's changed terms, to be opened before saving. */
export function ChangedAgreement({ prepare, opened, missing, onOpened }: ChangedAgreementProps) {
  const opening = useDraftAgreement();
  return (
    <div>
      <p>
        <Text of="recurringEdit.agreement" />
      </p>
      <Button look="text" disabled={!prepare} onClick={() => prepare && void opening.run(prepare, onOpened)}>
        <ControlName of="draftDialog.preview" />
        <ExternalLink size={18} aria-hidden="true" />
        <OpensInNewTab />
      </Button>
      {opening.failed && (
        <Alert tone="bad">
          <Text of="draftDialog.failed" />
        </Alert>
      )}
      {missing && !opened && !opening.failed && prepare && (
        <Alert tone="bad">
          <Text of="recurringEdit.openAgreement" />
        </Alert>
      )}
    </div>
  );
}
