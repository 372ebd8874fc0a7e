import { useEffect, useRef, useState } from 'react';
import {
  type ElementOptions,
  loadStripe,
  type Stripe,
  type StripeChange,
  type StripeElement,
  type StripeFieldName,
} from './load-stripe.ts';
import { stripeFieldNames } from './stripe-errors.ts';

export interface StripeFields {
  /** `late`: Stripe's script couldn't be loaded. */
  readonly state: 'loading' | 'ready' | 'late';
  /** Where each field goes. */
  readonly place: (name: StripeFieldName) => (element: HTMLDivElement | null) => void;
  readonly changes: Partial<Record<StripeFieldName, StripeChange>>;
  /** Fields that the customer has left. */
  readonly left: ReadonlySet<StripeFieldName>;
  readonly focused: StripeFieldName | null;
  readonly focus: (name: StripeFieldName) => void;
  readonly reload: () => void;
  /** Undefined until the fields are there. */
  readonly stripe: () => { readonly stripe: Stripe; readonly cardNumber: StripeElement } | undefined;
}

/** Mounts Stripe's fields for number, expiration and code: what is typed there never reaches the portal's page. */
export function useStripeFields(publishableKey: string): StripeFields {
  const places = useRef<Partial<Record<StripeFieldName, HTMLDivElement>>>({});
  const mounted = useRef<Record<StripeFieldName, StripeElement> | null>(null);
  const [state, setState] = useState<StripeFields['state']>('loading');
  const [changes, setChanges] = useState<StripeFields['changes']>({});
  const [left, setLeft] = useState<ReadonlySet<StripeFieldName>>(new Set());
  const [focused, setFocused] = useState<StripeFieldName | null>(null);
  const [stripe, setStripe] = useState<Stripe | null>(null);

  useEffect(() => {
    let gone = false;
    void load(publishableKey, (found) => {
      if (gone) return;
      if (found) setStripe(found);
      else setState('late');
    });
    return () => {
      gone = true;
    };
  }, [publishableKey]);

  useEffect(() => {
    if (!stripe) return undefined;
    const elements = stripe.elements({ locale: 'en' });
    const ready = new Set<StripeFieldName>();
    const mount = (name: StripeFieldName) => {
      const field = elements.create(name, { style: readStyle(), placeholder: '' });
      field.on('ready', () => {
        ready.add(name);
        if (ready.size === stripeFieldNames.length) setState('ready');
      });
      field.on('change', (change) => setChanges((before) => ({ ...before, [name]: change })));
      field.on('focus', () => setFocused(name));
      field.on('blur', () => {
        setFocused(null);
        setLeft((before) => new Set([...before, name]));
      });
      const place = places.current[name];
      if (place) field.mount(place);
      return field;
    };
    const fields = { cardNumber: mount('cardNumber'), cardExpiry: mount('cardExpiry'), cardCvc: mount('cardCvc') };
    mounted.current = fields;
    const sendLook = () => {
      for (const field of Object.values(fields)) field.update({ style: readStyle() });
    };
    darkMode().addEventListener('change', sendLook);
    return () => {
      darkMode().removeEventListener('change', sendLook);
      for (const field of Object.values(fields)) field.destroy();
      mounted.current = null;
    };
  }, [stripe]);

  return {
    state,
    place: (name) => (element) => {
      if (element) places.current[name] = element;
      else delete places.current[name];
    },
    changes,
    left,
    focused,
    focus: (name) => mounted.current?.[name].focus(),
    reload: () => {
      setState('loading');
      void load(publishableKey, (found) => (found ? setStripe(found) : setState('late')));
    },
    stripe: () => (stripe && mounted.current ? { stripe, cardNumber: mounted.current.cardNumber } : undefined),
  };
}

async function load(publishableKey: string, done: (stripe: Stripe | undefined) => void): Promise<void> {
  done(await loadStripe(publishableKey));
}

/** Our own look; Stripe's fields can't read the page's style sheet. */
function readStyle(): ElementOptions['style'] {
  const style = getComputedStyle(document.documentElement);
  const color = (variable: string) => style.getPropertyValue(variable).trim();
  const { fontFamily } = getComputedStyle(document.body);
  return {
    base: { color: color('--ink'), fontFamily, fontSize: '16px', iconColor: color('--ink-2') },
    invalid: { color: color('--bad'), iconColor: color('--bad') },
  };
}

function darkMode(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}
