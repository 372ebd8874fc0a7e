import type { Agreement } from '#common/institution/institution.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { Text } from './Text.tsx';

interface TermsLinkProps {
  readonly agreement: Agreement;
  readonly onOpened?: () => void;
}

/** Terms on a page of their own; nothing where they have none. */
export function TermsLink({ agreement, onOpened }: TermsLinkProps) {
  if (agreement.url === '') return null;
  return (
    <a href={agreement.url} target="_blank" rel="noopener noreferrer" onClick={onOpened}>
      {agreement.name}
      <VisuallyHidden>
        {' '}
        <Text of="shell.opensInNewTab" />
      </VisuallyHidden>
    </a>
  );
}
