import { trustedHtml } from '#web/kit/trusted-html.ts';
import type { FaqAnswer } from './faq-sections.ts';

/** The rich text of a section, cut before each heading; what stands before the first is an answer of its own. */
export function splitAnswers(html: string): FaqAnswer[] {
  const template = document.createElement('template');
  template.innerHTML = trustedHtml(html);
  const answers: Element[][] = [];
  for (const element of template.content.children) {
    const begins = /^H[2-4]$/.test(element.tagName);
    if (begins || answers.length === 0) answers.push([]);
    answers.at(-1)?.push(element);
  }
  return answers.map((elements) => ({
    html: elements.map((element) => element.outerHTML).join(''),
    words: elements.map((element) => element.textContent).join(' '),
  }));
}
