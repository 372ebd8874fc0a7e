import { createContext } from 'react';

/** A section of the screen that is there now. */
export interface IndexedSection {
  /** Of its heading. */
  readonly id: string;
  readonly title: string;
}

/** Where sections say that they are there; null on screens without links to their sections. */
export const SectionIndexContext = createContext<((section: IndexedSection) => () => void) | null>(null);

export const SectionListContext = createContext<readonly IndexedSection[]>([]);
