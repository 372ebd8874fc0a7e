import { Check } from 'lucide-react';
import { useState } from 'react';
import type { Agreement } from '#common/institution/institution.ts';
import { useAction } from '#web/data/use-action.ts';
import { useOption } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { TermsLink } from '#web/kit/TermsLink.tsx';
import { Text } from '#web/kit/Text.tsx';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { agreeToTerms } from '#web/institution/pending-terms.ts';
import styles from './new-method.module.css';
import { RichTextTerms } from './RichTextTerms.tsx';

interface AchTermsDialogProps {
  readonly terms: readonly Agreement[];
  readonly onAgreed: () => void;
  readonly onDisagree: () => void;
}

/** The terms of bank accounts, to read one by one and accept together (P 2, P 4). */
export function AchTermsDialog({ terms, onAgreed, onDisagree }: AchTermsDialogProps) {
  const mustOpen = useOption('agreementOptions.requireAgreementClickOption');
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const { busy, failure, run } = useAction(() => agreeToTerms(terms), { onDone: onAgreed });
  const allOpened = terms.every(({ hostNumber }) => opened.has(hostNumber));
  return (
    <QuestionDialog
      width={500}
      title="achTerms.title"
      no="achTerms.disagree"
      yes="achTerms.agree"
      busy={busy}
      disabled={mustOpen && !allOpened}
      onNo={onDisagree}
      onYes={() => void run()}
    >
      <p>
        <Text of={mustOpen ? 'achTerms.openEach' : 'achTerms.intro'} />
      </p>
      <ul className={styles.terms}>
        {terms.map((agreement) => (
          <li key={agreement.hostNumber}>
            <TermsToRead
              agreement={agreement}
              onOpened={() => setOpened((before) => new Set([...before, agreement.hostNumber]))}
            />
            {opened.has(agreement.hostNumber) && (
              <span className={styles.read}>
                <Check size={18} aria-hidden="true" />
                <VisuallyHidden>
                  <ControlName of="achTerms.read" />
                </VisuallyHidden>
              </span>
            )}
          </li>
        ))}
      </ul>
      {failure && (
        <FocusedAlert>
          <Text of="achTerms.failed" />
        </FocusedAlert>
      )}
    </QuestionDialog>
  );
}

interface TermsToReadProps {
  readonly agreement: Agreement;
  readonly onOpened: () => void;
}

/** Opens the terms on a separate page, or in a dialog if the institution prefers. */
function TermsToRead({ agreement, onOpened }: TermsToReadProps) {
  const richText = useOption('agreementOptions.useRichTextAgreementsOption');
  if (richText && agreement.richText !== '') return <RichTextTerms agreement={agreement} onAccept={onOpened} />;
  return <TermsLink agreement={agreement} onOpened={onOpened} />;
}
