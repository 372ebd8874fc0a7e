import type { Agreement } from '#common/institution/institution.ts';
import { OpensInNewTab } from './OpensInNewTab.tsx';

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
      <OpensInNewTab />
    </a>
  );
}
