import type { Agreement } from '#common/institution/institution.ts';
import { RichText } from '#web/kit/RichText.tsx';
import { TermsLink } from '#web/kit/TermsLink.tsx';
import { Text } from '#web/kit/Text.tsx';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';

interface TextTermsDialogProps {
  readonly terms: readonly Agreement[];
  readonly busy: boolean;
  readonly onDisagree: () => void;
  readonly onAgree: () => void;
}

/** The terms of text messages, to accept before any text is sent (M 2, M 4). */
export function TextTermsDialog({ terms, busy, onDisagree, onAgree }: TextTermsDialogProps) {
  return (
    <QuestionDialog
      width={500}
      title="textTerms.title"
      no="textTerms.disagree"
      yes="textTerms.agree"
      busy={busy}
      onNo={onDisagree}
      onYes={onAgree}
    >
      <p>
        <Text of="textTerms.intro" />
      </p>
      {terms.map((agreement) => (
        <section key={agreement.hostNumber} aria-label={agreement.name}>
          <RichText html={agreement.richText} />
          <TermsLink agreement={agreement} />
        </section>
      ))}
    </QuestionDialog>
  );
}
