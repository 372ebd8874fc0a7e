import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
// jsdom has no media queries; components see a desktop.
globalThis.matchMedia = (media) =>
  Object.assign(new EventTarget(), { matches: false, media, onchange: null }) as unknown as MediaQueryList;

// Nor a layout; components see everything in the window.
globalThis.IntersectionObserver = class {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly #onChange: IntersectionObserverCallback;
  constructor(onChange: IntersectionObserverCallback) {
    this.#onChange = onChange;
  }
  observe(target: Element) {
    this.#onChange([{ isIntersecting: true, target } as IntersectionObserverEntry], this);
  }
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
};

/** The actions of a component test on the rendered page; names are as the user reads them. */
export interface Rendered {
  readonly page: HTMLElement;
  readonly press: (name: string) => Promise<void>;
  readonly type: (label: string, value: string) => Promise<void>;
  /** Presses Enter in the field with this label. */
  readonly submitFrom: (label: string) => Promise<void>;
  readonly field: (label: string) => HTMLInputElement;
}

/** Renders into a page of its own, removed after the test. */
export async function render(content: ReactNode): Promise<Rendered> {
  const page = document.createElement('div');
  document.body.append(page);
  const root = createRoot(page);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    page.remove();
  });
  await act(async () => root.render(content));

  function field(label: string): HTMLInputElement {
    const found = [...page.querySelectorAll('label')].find(({ textContent }) => textContent === label)?.control;
    if (!(found instanceof HTMLInputElement)) throw new Error(`No field ${label}`);
    return found;
  }
  return {
    page,
    field,
    async press(name) {
      const button = [...page.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith(name));
      if (!button || button.disabled) throw new Error(`No button ${name} to press`);
      await act(async () => button.click());
    },
    async type(label, value) {
      const input = field(label);
      await act(async () => {
        // React notices a value only if it is set past its own property.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      });
    },
    async submitFrom(label) {
      const { form } = field(label);
      const button = form?.querySelector<HTMLButtonElement>('[type="submit"]');
      await act(async () => {
        // As a browser does: Enter presses the first submit button, if it is enabled.
        if (button && !button.disabled) form?.requestSubmit(button);
      });
    },
  };
}
