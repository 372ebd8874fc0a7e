import { FileChoice } from '#web/desk/kit/FileChoice.tsx';
import { Button } from '#web/ui/Button.tsx';
import { sizeText } from '#web/ui/size-text.ts';
import styles from './Conversation.module.css';
import type { AnswerFile, useAnswerFiles } from './use-answer-files.ts';

interface AnswerFilesProps extends Pick<ReturnType<typeof useAnswerFiles>, 'files' | 'problem' | 'add' | 'remove'> {
  readonly max: number;
  /** Where they go, besides what is allowed. */
  readonly hint?: string;
}

/** Chooses files for a message, and says what became of each. */
export function AnswerFiles({ files, problem, add, remove, max, hint = '' }: AnswerFilesProps) {
  return (
    <>
      <FileChoice
        label="Attach files"
        hint={`Up to ${max}. PDF, PNG, JPG, DOC, or DOCX, up to 10 MB each. ${hint}`.trim()}
        error={problem}
        adds
        onFiles={(chosen) => void add(chosen)}
      />
      {files.length > 0 && (
        <ul className={styles.files} aria-label="Files to send">
          {files.map((one) => (
            <li key={one.id}>
              <span>
                {one.file.name}, {sizeText(one.file.size)}: <output>{stateWords(one)}</output>
              </span>
              <Button look="quiet" onClick={() => remove(one.id)} aria-label={`Remove ${one.file.name}`}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function stateWords({ state, problem }: AnswerFile): string {
  if (state === 'refused') return problem ?? 'It was refused.';
  return state === 'ready' ? 'ready to send.' : 'being sent and scanned…';
}
