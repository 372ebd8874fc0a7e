import { Fragment, type ReactNode } from 'react';
import type { TextFills, TextKey } from '#common/contract/all-texts.ts';
import { useUnfilledText } from '#web/institution/settings.ts';

type TextProps<Key extends TextKey> = {
  readonly of: Key;
} & WithProps<Key, TextFills<Key, ReactNode>>;

/** Values are text or elements such as an amount or a link. */
type WithProps<Key extends TextKey, Fills> = TextKey extends Key
  ? { readonly with?: readonly ReactNode[] | Readonly<Record<string, ReactNode>> }
  : Fills extends readonly []
    ? { readonly with?: Fills }
    : Fills extends readonly [infer Values extends Readonly<Record<string, ReactNode>>]
      ? { readonly with: Values }
      : { readonly with: Fills };

/** A text of the institution; renders nothing if hidden. */
export function Text<Key extends TextKey>({ of, with: filled }: TextProps<Key>) {
  const text = useUnfilledText(of);
  const values: Readonly<Record<string, ReactNode>> | undefined = filled as never;
  if (text === null || values === undefined) return text;
  let next = 0;
  // The parts alternate: words, name, words.
  return text.split(/\{(\w*)\}/).map((part, index) =>
    // The parts of a sentence never change order.
    index % 2 === 0 ? part : <Fragment key={index}>{values[part === '' ? next++ : part]}</Fragment>,
  );
}
