import { z } from 'zod';
import { addressUnder } from '#server/platform/address-under.ts';
import type { OutsideService } from '#server/platform/network-variables.ts';
import { ProcessorUnavailable } from '../card-processor.ts';

/** The shapes below are those of this version; Stripe keeps answering in it. */
const STRIPE_VERSION = '2024-06-20';

export interface StripeRequest {
  readonly path: string;
  /** Form fields, such as `card[number]`; without any, the request is a GET. */
  readonly form?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
}

const errorAnswer = z.object({
  error: z.object({
    type: z.string(),
    code: z.string().optional(),
    decline_code: z.string().optional(),
  }),
});

export type StripeErrorAnswer = z.infer<typeof errorAnswer>['error'];

/** Stripe answered with an error; what it means depends on the call. */
export class StripeRefused extends ProcessorUnavailable {
  override readonly name = 'StripeRefused';
  readonly answer: StripeErrorAnswer;

  constructor(status: number, answer: StripeErrorAnswer) {
    // Messages of Stripe may quote what was sent.
    super(`Stripe answered ${status}: ${[answer.type, answer.code].filter(Boolean).join(', ')}`, { status });
    this.answer = answer;
  }
}

/** @throws StripeRefused, or ProcessorUnavailable without an answer that is understood */
export async function askStripe<Schema extends z.ZodType>(
  { url, key, timeoutMs }: OutsideService,
  schema: Schema,
  { path, form, idempotencyKey }: StripeRequest,
): Promise<z.output<Schema>> {
  let status: number;
  let answer: unknown;
  try {
    const response = await fetch(addressUnder(url, path), {
      method: form ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${key}`,
        'stripe-version': STRIPE_VERSION,
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: form ? new URLSearchParams(form) : null,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    answer = await response.json();
  } catch (error) {
    throw new ProcessorUnavailable('No answer from Stripe', { cause: error });
  }
  if (status !== 200) {
    const refused = errorAnswer.safeParse(answer);
    if (refused.success) throw new StripeRefused(status, refused.data.error);
    throw new ProcessorUnavailable(`Stripe answered ${status}`, { status });
  }
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw new ProcessorUnavailable(`The answer of Stripe to ${path} is not understood: ${places}`);
}
