import { Fragment, type ReactNode } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useText } from '#web/institution/settings.ts';

interface TextProps {
  readonly of: TextKey;
  /** Fill each `{}` in order, with text or elements such as an amount or a link. */
  readonly with?: readonly ReactNode[];
}

/** A text of the institution; renders nothing if hidden. */
export function Text({ of, with: fills = [] }: TextProps) {
  const text = useText(of, ...fills.map(() => '{}'));
  if (text === null || fills.length === 0) return text;
  return text.split('{}').map((part, index) => (
    // The parts of a sentence never change order.
    <Fragment key={index}>
      {index > 0 && fills[index - 1]}
      {part}
    </Fragment>
  ));
}
