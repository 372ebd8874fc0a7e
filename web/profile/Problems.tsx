import type { TextKey } from '#common/contract/all-texts.ts';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { Text } from '#web/kit/Text.tsx';

interface ProblemsProps {
  readonly of: readonly TextKey[];
  /** The values for a text's `{}`. */
  readonly fills?: Readonly<Partial<Record<TextKey, string>>>;
}

/** Why a save failed, one problem per line. */
export function Problems({ of, fills = {} }: ProblemsProps) {
  return (
    <FocusedAlert>
      {of.map((key) => (
        <p key={key}>
          <Text of={key} with={[fills[key] ?? '']} />
        </p>
      ))}
    </FocusedAlert>
  );
}
