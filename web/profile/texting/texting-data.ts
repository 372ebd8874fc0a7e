import type { BrandOutcome } from '#common/profile/texting.api.ts';
import type { ChangeOutcome, Subscription, WantedChange } from '#common/profile/rules/subscriptions.ts';
import { call } from '#web/data/client.ts';

export interface LoadProblem {
  /** `invalid`: texts can't reach the phone. */
  readonly kind: 'invalid' | 'load';
  readonly reference: string | undefined;
}

export async function loadSubscriptions(phoneNumber: string): Promise<Subscription[] | LoadProblem> {
  const result = await call('POST /api/SolutionsByText/GetSubscriptionInfo', { body: { PhoneNumber: phoneNumber } });
  if (result.kind === 'answer') {
    return result.body.SubscriptionInfo.Options.map((option) => ({
      brandingId: option.BrandingId,
      brandingName: option.BrandingName,
      marketing: option.OptInMarketing,
      account: option.OptInAccount,
    }));
  }
  const kind = result.kind === 'refused' && isInvalid(result.codes) ? 'invalid' : 'load';
  return { kind, reference: result.reference };
}

export type ModifyProblem =
  | { readonly kind: 'invalid' | 'userDisagree' }
  /** Brands missing from the answer count as unchanged. */
  | {
      readonly kind: 'modify';
      readonly outcomes: readonly ChangeOutcome[];
      readonly reference: string | undefined;
    };

/** Returns undefined if every change was made. */
export async function modifySubscriptions(
  phoneNumber: string,
  changes: readonly WantedChange[],
): Promise<ModifyProblem | null> {
  const result = await call('POST /api/SolutionsByText/ModifySubscriptions', {
    body: {
      PhoneNumber: phoneNumber,
      Options: changes.map(({ brandingId, marketing, account }) => ({
        BrandingId: brandingId,
        OptInMarketing: marketing,
        OptInAccount: account,
      })),
    },
  });
  if (result.kind === 'answer') return null;
  const codes = result.kind === 'refused' ? result.codes : [];
  if (isInvalid(codes)) return { kind: 'invalid' };
  if (codes.includes('userDisagree')) return { kind: 'userDisagree' };
  return { kind: 'modify', outcomes: outcomesOf(codes[0]), reference: result.reference };
}

/** The code has several spellings (M 8). */
function isInvalid(codes: readonly string[]): boolean {
  return codes.some((code) => code.toLowerCase() === 'invalid');
}

/** A failure's message is a JSON text (M 7); otherwise nothing is known about brands. */
function outcomesOf(message: string | undefined): ChangeOutcome[] {
  try {
    const parsed: unknown = JSON.parse(message ?? '');
    if (!Array.isArray(parsed)) return [];
    return (parsed as BrandOutcome[]).map(({ BrandingId, OptInMarketing, OptInAccount }) => ({
      brandingId: BrandingId,
      marketing: OptInMarketing,
      account: OptInAccount,
    }));
  } catch {
    return [];
  }
}
