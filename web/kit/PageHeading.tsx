import type { ReactNode } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useLabel } from '#web/institution/settings.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';

interface PageHeadingProps {
  readonly of: TextKey;
  readonly with?: readonly string[];
  readonly children?: ReactNode;
}

/** A screen's main heading. It takes the focus after a navigation, so it exists even when hidden. */
export function PageHeading({ of, with: fills = [], children }: PageHeadingProps) {
  const { label, labelHidden } = useLabel(of, ...fills);
  return (
    <h1 tabIndex={-1}>
      {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      {children}
    </h1>
  );
}
