import type { Agreement } from '#common/institution/institution.ts';
import { RichText } from '../RichText.tsx';
import { TermsLink } from '../TermsLink.tsx';
import { Text } from '../Text.tsx';
import { QuestionDialog } from '../QuestionDialog.tsx';

interface TextTermsDialogProps {
  readonly terms: readonly Agreement[];
  readonly busy: boolean;
  readonly onDisagree: () => void;
  readonly onAgree: () => void;
}

/** The terms of text messages, to be read and agreed to before anybody is texted (M 2, M 4). */
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
