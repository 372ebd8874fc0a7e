import type { MessageAttachment } from '#common/contact/conversations.api.ts';
import { isShown } from '#common/documents/rules/file-rules.ts';
import { openDocument } from '#web/documents/open-document.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { OpensInNewTab } from '#web/kit/OpensInNewTab.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useOpening } from '#web/kit/use-opening.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { sizeText } from '#web/ui/size-text.ts';
import { attachmentAddress } from './conversations-data.ts';
import styles from './Conversations.module.css';

/** The files of a message. The virus scan was before they were taken. */
export function MessageAttachments({ attachments }: { readonly attachments: readonly MessageAttachment[] }) {
  const { label } = useLabel('conversations.attachments');
  const savesAll = useOption('documentOptions.saveInsteadOfShow');
  const opening = useOpening<string>();
  if (attachments.length === 0) return null;
  return (
    <>
      {opening.failed && (
        <Alert tone="bad">
          <Text of="documents.viewError" />
        </Alert>
      )}
      <ul aria-label={label} className={styles.files}>
        {attachments.map(({ fileId, name, format, bytes }) => (
          <li key={fileId}>
            <Button
              look="name"
              busy={opening.item === fileId}
              onClick={() =>
                void opening.run(fileId, () =>
                  openDocument({ name, format, savesAll }, () => attachmentAddress(fileId)),
                )
              }
            >
              <span>
                {name}
                {isShown(format, savesAll) && <OpensInNewTab />}
              </span>
            </Button>
            <span className={styles.meta}>{sizeText(bytes)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
