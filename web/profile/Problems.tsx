import type { TextKey, TextValues } from '#common/contract/all-texts.ts';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { Text } from '#web/kit/Text.tsx';

interface ProblemsProps {
  readonly of: readonly TextKey[];
  readonly values?: Readonly<Partial<Record<TextKey, TextValues<TextKey>>>>;
}

/** Why a save failed, one problem per line. */
export function Problems({ of, values = {} }: ProblemsProps) {
  return (
    <FocusedAlert>
      {of.map((key) => (
        <p key={key}>
          <Text of={key} with={values[key]} />
        </p>
      ))}
    </FocusedAlert>
  );
}
