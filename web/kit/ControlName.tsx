import type { TextKey } from '#common/contract/all-texts.ts';
import { useLabel } from '#web/institution/settings.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';

/** The name of a button or link. If the institution hides it, it is still there for assistive technology. */
export function ControlName({ of, with: fills = [] }: { readonly of: TextKey; readonly with?: readonly string[] }) {
  const { label, labelHidden } = useLabel(of, ...fills);
  return labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label;
}
