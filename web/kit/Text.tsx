import { Fragment, type ReactNode } from 'react';
import type { TextArguments, TextKey } from '#common/contract/all-texts.ts';
import { useUnfilledText } from '#web/institution/settings.ts';
import { NoBreak } from './NoBreak.tsx';

type TextProps<Key extends TextKey> = { readonly of: Key } & WithProps<TextArguments<Key, ReactNode>>;

/** Values are text or elements such as an amount or a link. */
type WithProps<Arguments extends readonly unknown[]> = Arguments extends readonly [infer Values]
  ? { readonly with: Values }
  : { readonly with?: Arguments[0] | undefined };

/** A text of the institution; renders nothing if hidden. */
export function Text<Key extends TextKey>({ of, with: filled }: TextProps<Key>) {
  const text = useUnfilledText(of);
  const values = filled as Readonly<Record<string, ReactNode>> | undefined;
  // The parts alternate between words and names, and never change order.
  return text?.split(/\{(\w+)\}/).map((part, index) => {
    return index % 2 === 0 ? withWholeNumbers(part) : <Fragment key={index}>{values?.[part]}</Fragment>;
  });
}

/** Such as `1-800-555-0100`: a line must not end inside a phone number. */
const PHONE = /((?:\+?1[ -])?\(?\d{3}\)?[ -]\d{3}-\d{4})/;

function withWholeNumbers(words: string): ReactNode {
  const parts = words.split(PHONE);
  if (parts.length === 1) return words;
  return parts.map((part, index) => (index % 2 === 0 ? part : <NoBreak key={index}>{part}</NoBreak>));
}
