import type { TextKey, TextValues } from '#common/contract/all-texts.ts';
import { useLabel } from '#web/institution/settings.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';

/** The name of a button or link. If the institution hides it, it is still there for assistive technology. */
interface ControlNameProps {
  readonly of: TextKey;
  readonly with?: TextValues<TextKey>;
}

export function ControlName({ of, with: values }: ControlNameProps) {
  const { label, labelHidden } = useLabel<TextKey>(of, values);
  return labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label;
}
