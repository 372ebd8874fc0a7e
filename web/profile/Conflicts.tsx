import type { TextKey } from '#common/contract/all-texts.ts';
import { useTexts } from '#web/institution/settings.ts';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import type { Conflict } from './use-saved-values.ts';

interface ConflictsProps<Name extends string> {
  readonly conflicts: readonly Conflict<Name>[];
  readonly labels: Readonly<Record<Name, TextKey>>;
}

/** Shows both values of fields changed here and elsewhere, to choose with Save or Cancel. */
export function Conflicts<Name extends string>({ conflicts, labels }: ConflictsProps<Name>) {
  const text = useTexts();
  if (conflicts.length === 0) return null;
  const nothing = text('profile.conflictEmpty') ?? '';
  return (
    <Alert tone="warn">
      {conflicts.map(({ name, onFile, typed }) => (
        <p key={name}>
          <Text
            of="profile.conflict"
            with={{ field: text(labels[name]) ?? '', onFile: onFile || nothing, entered: typed || nothing }}
          />
        </p>
      ))}
    </Alert>
  );
}
