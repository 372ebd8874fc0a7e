import { type ReactNode, useState } from 'react';
import type { Agreement } from '#common/institution/institution.ts';
import { useAgreements } from '#web/institution/agreements.ts';
import { agreeToTerms, findPendingTerms } from '#web/institution/pending-terms.ts';
import { TextTermsDialog } from './TextTermsDialog.tsx';

/** `failed`: the consent could not be read or recorded. */
export type Consent = 'agreed' | 'disagreed' | 'failed';

interface Asking {
  readonly terms: readonly Agreement[];
  readonly busy: boolean;
  readonly answer: (consent: Consent) => void;
}

export interface TextingConsent {
  /** Asks for missing consent; shows nothing if all terms are accepted. */
  readonly ask: () => Promise<Consent>;
  /** Render it at all times; it shows while asking. */
  readonly dialog: ReactNode;
}

/** Consent to text messages, asked when the first one is turned on (M 4). */
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
