import { createContext } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';

/** A mounted section of the screen. */
export interface IndexedSection {
  /** The heading's id. */
  readonly id: string;
  readonly title: string;
  /** The name of the group that it belongs to; one link leads to the whole group. */
  readonly group: string | null;
}

/** Registers sections; null on screens without section links. */
export const SectionIndexContext = createContext<((section: IndexedSection) => () => void) | null>(null);

export const SectionListContext = createContext<readonly IndexedSection[]>([]);

/** Headings of unfolded sections, for a section that takes the place of one that was loading. */
export const UnfoldedContext = createContext<Set<TextKey> | null>(null);

export const SectionGroupContext = createContext<string | null>(null);

export function inOrderOfPage(one: IndexedSection, other: IndexedSection): number {
  const [first, second] = [document.getElementById(one.id), document.getElementById(other.id)];
  if (!first || !second) return 0;
  return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

export function leadToSection(id: string): void {
  const heading = document.getElementById(id);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}
