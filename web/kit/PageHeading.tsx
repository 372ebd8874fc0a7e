import type { ReactNode } from 'react';
import type { TextKey, TextValues } from '#common/contract/all-texts.ts';
import { useLabel } from '#web/institution/settings.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';

interface PageHeadingProps {
  readonly of: TextKey;
  readonly with?: TextValues<TextKey>;
  readonly children?: ReactNode;
}

/** A screen's main heading. It takes the focus after a navigation, so it exists even when hidden. */
export function PageHeading({ of, with: values, children }: PageHeadingProps) {
  const { label, labelHidden } = useLabel<TextKey>(of, values);
  return (
    <h1 tabIndex={-1}>
      {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      {children}
    </h1>
  );
}
