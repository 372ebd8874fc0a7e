import { Fragment, type ReactNode } from 'react';
import type { TextFills, TextKey } from '#common/contract/all-texts.ts';
import { useText } from '#web/institution/settings.ts';

type TextProps<Key extends TextKey> = {
  readonly of: Key;
  /** Fill each `{}` in order, with text or elements such as an amount or a link. */
} & (readonly [] extends TextFills<Key, ReactNode>
  ? { readonly with?: TextFills<Key, ReactNode> }
  : { readonly with: TextFills<Key, ReactNode> });

/** A text of the institution; renders nothing if hidden. */
export function Text<Key extends TextKey>({ of, with: filled }: TextProps<Key>) {
  const fills: readonly ReactNode[] = filled ?? [];
  const text = useText<TextKey>(of, ...fills.map(() => '{}'));
  if (text === null || fills.length === 0) return text;
  return text.split('{}').map((part, index) => (
    // The parts of a sentence never change order.
    <Fragment key={index}>
      {index > 0 && fills[index - 1]}
      {part}
    </Fragment>
  ));
}
