import { type RefCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CardBrand } from '#common/payments/rules/payment-types.ts';

/** The answer of the processor's page; `failed` also if it doesn't answer in time. */
export type FrameAnswer =
  | { readonly kind: 'token'; readonly card: FrameCard }
  | { readonly kind: 'invalid' | 'refused' | 'failed' };

interface FrameCard {
  readonly token: string;
  readonly brand: CardBrand;
  readonly lastFour: string;
  readonly expiration: string;
}

export interface CardHolderSent {
  readonly firstName: string;
  readonly lastName: string;
  readonly zipCode: string;
}

interface CardFrame {
  readonly place: RefCallback<HTMLIFrameElement>;
  /** `late`: the page did not show up. */
  readonly state: 'loading' | 'ready' | 'late';
  readonly height: number;
  /** Of the current frame; another one is another try. */
  readonly attempt: number;
  readonly reload: () => void;
  readonly tokenize: (holder: CardHolderSent) => Promise<FrameAnswer>;
}

const LOADED_WITHIN_MS = 10_000;
const ANSWERED_WITHIN_MS = 30_000;
/** The customer reads the page of a bank, and may have to find a phone. */
const CONFIRMED_WITHIN_MS = 15 * 60_000;
const MAX_HEIGHT = 600;

/** Colors of the frame's fields, by the names of the page and of our own. */
const colors = { ink: '--ink', line: '--line-strong', paper: '--surface', bad: '--bad', brand: '--brand-ink' };

/** Talks to the processor's page in a frame (docs/card-processor.md): only with its origin, and only about tokens. */
export function useCardFrame(url: string, onSubmit: () => void): CardFrame {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const answering = useRef<((answer: FrameAnswer) => void) | null>(null);
  const waitLonger = useRef<(() => void) | null>(null);
  const submit = useEffectEvent(onSubmit);
  const [state, setState] = useState<CardFrame['state']>('loading');
  const [height, setHeight] = useState(170);
  const [attempt, setAttempt] = useState(0);
  const { origin } = new URL(url);

  useEffect(() => {
    const late = setTimeout(() => setState((now) => (now === 'loading' ? 'late' : now)), LOADED_WITHIN_MS);
    const sendLook = () => frame?.contentWindow?.postMessage({ cardFields: 1, type: 'start', ...readLook() }, origin);
    const hear = ({ source, origin: from, data }: MessageEvent) => {
      if (from !== origin || source !== frame?.contentWindow || data?.cardFields !== 1) return;
      switch (data.type) {
        case 'loaded':
          setState('ready');
          sendLook();
          break;
        case 'height':
          setHeight(Math.min(Number(data.height) || 0, MAX_HEIGHT));
          break;
        case 'submit':
          submit();
          break;
        case 'confirming':
          waitLonger.current?.();
          break;
        case 'token':
          answering.current?.({ kind: 'token', card: data.card as FrameCard });
          break;
        case 'invalid':
        case 'refused':
        case 'failed':
          answering.current?.({ kind: data.type });
      }
    };
    window.addEventListener('message', hear);
    darkMode().addEventListener('change', sendLook);
    return () => {
      clearTimeout(late);
      window.removeEventListener('message', hear);
      darkMode().removeEventListener('change', sendLook);
    };
  }, [origin, frame]);

  function tokenize(holder: CardHolderSent): Promise<FrameAnswer> {
    return new Promise((resolve) => {
      const fail = () => resolve({ kind: 'failed' });
      let late = setTimeout(fail, ANSWERED_WITHIN_MS);
      waitLonger.current = () => {
        clearTimeout(late);
        late = setTimeout(fail, CONFIRMED_WITHIN_MS);
      };
      answering.current = (answer) => {
        clearTimeout(late);
        answering.current = null;
        waitLonger.current = null;
        resolve(answer);
      };
      frame?.contentWindow?.postMessage({ cardFields: 1, type: 'tokenize', ...holder }, origin);
    });
  }

  function reload() {
    setState('loading');
    setAttempt(attempt + 1);
  }

  return { place: setFrame, state, height, attempt, reload, tokenize };
}

function readLook() {
  const style = getComputedStyle(document.documentElement);
  const read = Object.entries(colors).map(([name, variable]) => [name, style.getPropertyValue(variable).trim()]);
  return { dark: darkMode().matches, colors: Object.fromEntries(read) };
}

function darkMode(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}
