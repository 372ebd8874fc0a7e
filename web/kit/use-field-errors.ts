import type { FieldErrors, FieldValues, Path } from 'react-hook-form';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useTexts } from '#web/institution/settings.ts';

/** Translates field errors from text keys; a hidden text still marks the field. */
export function useFieldErrors<Values extends FieldValues>(
  errors: FieldErrors<Values>,
): (name: Path<Values>) => string | undefined {
  const text = useTexts();
  return (name) => {
    const key = errors[name]?.message;
    return typeof key === 'string' ? (text(key as TextKey) ?? '') : undefined;
  };
}
