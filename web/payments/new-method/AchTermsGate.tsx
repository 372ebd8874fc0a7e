import { useEffect, useRef, useState } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { Agreement } from '#common/institution/institution.ts';
import { useAgreements } from '#web/institution/agreements.ts';
import { findPendingTerms } from '#web/institution/pending-terms.ts';
import { AchTermsDialog } from './AchTermsDialog.tsx';

interface AchTermsGateProps {
  readonly onAgreed: () => void;
  readonly onStopped: (text: TextKey) => void;
}

/**
 * Has the customer accept the terms for bank payments before they authorize a draft, saved account or not: the server
 * takes none without (P 4, ACH terms agreement). Shows nothing to those who have accepted them.
 */
export function AchTermsGate({ onAgreed, onStopped }: AchTermsGateProps) {
  const agreements = useAgreements();
  const [terms, setTerms] = useState<readonly Agreement[] | null>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    async function ask() {
      const pending = await findPendingTerms(agreements, 'ach');
      if (!pending) onStopped('achTerms.notLoaded');
      else if (pending.length > 0) setTerms(pending);
      else onAgreed();
    }
    void ask();
  }, [agreements, onAgreed, onStopped]);
  return (
    terms && <AchTermsDialog terms={terms} onAgreed={onAgreed} onDisagree={() => onStopped('achTerms.disagreed')} />
  );
}
