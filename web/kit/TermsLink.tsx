import type { Agreement } from '#common/institution/institution.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { Text } from './Text.tsx';

interface TermsLinkProps {
  readonly agreement: Agreement;
  readonly onOpened?: () => void;
}

/** A link to terms with a page; renders nothing without one. */
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
