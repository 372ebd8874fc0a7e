import { type RefObject, useEffect } from 'react';
import { findPlaces } from './search-answers.ts';

/** The name of the highlight in the style sheet. */
const MARK = 'faq-found';

/** Highlights matches with the CSS Custom Highlight API, if supported; it doesn't change the page. */
export function useMarkedWords(place: RefObject<HTMLElement | null>, words: readonly string[]): void {
  useEffect(() => {
    if (!('highlights' in CSS) || !place.current || words.length === 0) return undefined;
    CSS.highlights.set(MARK, new Highlight(...rangesOf(place.current, words)));
    return () => {
      CSS.highlights.delete(MARK);
    };
  });
}

function rangesOf(element: HTMLElement, words: readonly string[]): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    for (const { start, end } of findPlaces(node.textContent ?? '', words)) {
      const range = new Range();
      range.setStart(node, start);
      range.setEnd(node, end);
      ranges.push(range);
    }
  }
  return ranges;
}
