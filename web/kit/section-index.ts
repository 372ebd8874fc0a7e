import { createContext } from 'react';

/** A mounted section of the screen. */
export interface IndexedSection {
  /** The heading's id. */
  readonly id: string;
  readonly title: string;
}

/** Registers sections; null on screens without section links. */
export const SectionIndexContext = createContext<((section: IndexedSection) => () => void) | null>(null);

export const SectionListContext = createContext<readonly IndexedSection[]>([]);
