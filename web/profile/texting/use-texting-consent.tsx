import { type ReactNode, useState } from 'react';
import type { Agreement } from '#common/institution/institution.ts';
import { useAgreements } from '#web/institution/agreements.ts';
import { agreeToTerms, findPendingTerms } from '#web/institution/pending-terms.ts';
import { TextTermsDialog } from './TextTermsDialog.tsx';

/** `failed`: it could not be found out, or not recorded. */
export type Consent = 'agreed' | 'disagreed' | 'failed';

interface Asking {
  readonly terms: readonly Agreement[];
  readonly busy: boolean;
  readonly answer: (consent: Consent) => void;
}

export interface TextingConsent {
  /** Asks for what is not agreed to yet; nothing is shown when all is. */
  readonly ask: () => Promise<Consent>;
  /** To be rendered while something is asked. */
  readonly dialog: ReactNode;
}

/** Consent to text messages, wherever the first of them is turned on (M 4). */
export function useTextingConsent(): TextingConsent {
  const agreements = useAgreements();
  const [asking, setAsking] = useState<Asking | null>(null);

  async function ask(): Promise<Consent> {
    const terms = await findPendingTerms(agreements, 'texting');
    if (!terms) return 'failed';
    if (terms.length === 0) return 'agreed';
    const consent = await new Promise<Consent>((answer) => setAsking({ terms, busy: false, answer }));
    setAsking(null);
    return consent;
  }

  async function agree({ terms, answer }: Asking) {
    setAsking({ terms, answer, busy: true });
    answer((await agreeToTerms(terms)).kind === 'answer' ? 'agreed' : 'failed');
  }
  return {
    ask,
    dialog: asking && (
      <TextTermsDialog
        terms={asking.terms}
        busy={asking.busy}
        onDisagree={() => asking.answer('disagreed')}
        onAgree={() => void agree(asking)}
      />
    ),
  };
}
