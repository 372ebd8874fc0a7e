import type { Agreement } from '#common/institution/institution.ts';
import { RichText } from '#web/kit/RichText.tsx';
import { TermsLink } from '#web/kit/TermsLink.tsx';
import { Text } from '#web/kit/Text.tsx';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';
import styles from './statements.module.css';

interface TermsDialogProps {
  readonly terms: readonly Agreement[];
  readonly onCancel: () => void;
  readonly onAgree: () => void;
}

/** The terms of electronic statements, to read and accept (C-097). */
export function TermsDialog({ terms, onCancel, onAgree }: TermsDialogProps) {
  return (
    <QuestionDialog
      width={400}
      title="eStatementTerms.title"
      no="eStatementTerms.cancel"
      yes="eStatementTerms.agree"
      onNo={onCancel}
      onYes={onAgree}
    >
      <p>
        <Text of="eStatementTerms.read" />
      </p>
      {terms.map((agreement) => (
        <section key={agreement.hostNumber} className={styles.terms} aria-label={agreement.name}>
          <h3>{agreement.name}</h3>
          <RichText html={agreement.richText} />
          <TermsLink agreement={agreement} />
        </section>
      ))}
    </QuestionDialog>
  );
}
