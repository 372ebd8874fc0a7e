import { failure, type Result, success } from '#common/core/results.ts';
import type { Services } from '#server/services.ts';
import { readSolvedPuzzle, type SolvedPuzzle } from './proof-of-work.ts';
import { askReCaptcha } from './re-captcha.ts';

/**
 * Checks the proof of a captcha: of the institution's for visitors, and of our own for customers,
 * whose pages show no other.
 * @returns the puzzle to mark as used together with what it lets through; none of reCAPTCHA, which does that itself.
 */
export async function checkCaptcha(
  services: Services,
  { code, ipAddress, isVisitor }: { readonly code: string; readonly ipAddress: string; readonly isVisitor: boolean },
): Promise<Result<SolvedPuzzle | null, 'CaptchaInvalid' | 'CaptchaUnavailable'>> {
  if (code === '') return failure('CaptchaInvalid');
  if (!isVisitor || services.institution.options['messageOptions.captchaSiteKey'] === '') {
    const puzzle = await readSolvedPuzzle(services, code);
    return puzzle ? success(puzzle) : failure('CaptchaInvalid');
  }
  const said = await askReCaptcha(services, code, ipAddress);
  if (said === 'valid') return success(null);
  return failure(said === 'invalid' ? 'CaptchaInvalid' : 'CaptchaUnavailable');
}
