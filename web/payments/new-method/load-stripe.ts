/** The part of Stripe.js that the portal uses, as its reference (docs.stripe.com/js) describes it. */
export interface Stripe {
  elements(options: { readonly locale: 'en' }): StripeElements;
  createPaymentMethod(data: {
    readonly type: 'card';
    readonly card: StripeElement;
    readonly billing_details: BillingDetails;
  }): Promise<{ readonly paymentMethod?: StripePaymentMethod; readonly error?: StripeError }>;
  confirmCardSetup(
    clientSecret: string,
    data: { readonly payment_method: string; readonly return_url: string },
    options: { readonly handleActions: false },
  ): Promise<SetupResult>;
  retrieveSetupIntent(clientSecret: string): Promise<SetupResult>;
}

interface StripeElements {
  create(type: StripeFieldName, options: ElementOptions): StripeElement;
}

export type StripeFieldName = 'cardNumber' | 'cardExpiry' | 'cardCvc';

export interface ElementOptions {
  readonly style: { readonly base: object; readonly invalid: object };
  readonly placeholder?: string;
}

export interface StripeElement {
  mount(place: HTMLElement): void;
  on(event: 'ready' | 'focus' | 'blur', hear: () => void): void;
  on(event: 'change', hear: (change: StripeChange) => void): void;
  update(options: Pick<ElementOptions, 'style'>): void;
  focus(): void;
  destroy(): void;
}

export interface StripeChange {
  readonly empty: boolean;
  readonly complete: boolean;
  readonly error: StripeError | undefined;
  /** Of the card number alone. */
  readonly brand?: string;
}

export interface StripeError {
  readonly type: string;
  readonly code?: string;
}

export interface BillingDetails {
  readonly name: string;
  readonly address: {
    readonly postal_code: string;
    readonly line1?: string;
    readonly line2?: string;
    readonly city?: string;
    readonly state?: string;
  };
}

interface StripePaymentMethod {
  readonly id: string;
  readonly card?: {
    readonly brand: string;
    readonly last4: string;
    readonly exp_month: number;
    readonly exp_year: number;
  };
}

export interface SetupResult {
  readonly setupIntent?: {
    readonly id: string;
    readonly status: string;
    readonly next_action: { readonly redirect_to_url?: { readonly url: string | null } } | null;
  };
  readonly error?: StripeError;
}

type StripeGlobal = typeof globalThis & { readonly Stripe?: (publishableKey: string) => Stripe };

/** Stripe wants its script loaded from there and nowhere else. */
const SCRIPT = 'https://js.stripe.com/v3/';

const LOADED_WITHIN_MS = 10_000;

interface ScriptPolicies {
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): unknown };
  };
}

let policy: { createScriptURL(url: string): unknown } | undefined;

/** Browsers allow one policy of this name, and only pages of institutions with Stripe allow it at all. */
function scriptAddress(): string {
  policy ??= (globalThis as ScriptPolicies).trustedTypes?.createPolicy('passbook-stripe', {
    createScriptURL: () => SCRIPT,
  });
  return (policy?.createScriptURL(SCRIPT) ?? SCRIPT) as string;
}

/** Returns undefined if the script can't be loaded; another call tries again. */
export async function loadStripe(publishableKey: string): Promise<Stripe | undefined> {
  const known = (globalThis as StripeGlobal).Stripe ?? (await addScript());
  return known?.(publishableKey);
}

function addScript(): Promise<StripeGlobal['Stripe']> {
  return new Promise((resolve) => {
    const script = document.createElement('script');
    const end = () => {
      clearTimeout(late);
      const loaded = (globalThis as StripeGlobal).Stripe;
      if (!loaded) script.remove();
      resolve(loaded);
    };
    const late = setTimeout(end, LOADED_WITHIN_MS);
    script.addEventListener('load', end);
    script.addEventListener('error', end);
    script.src = scriptAddress();
    document.head.append(script);
  });
}
