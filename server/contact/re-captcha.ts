import { z } from 'zod';
import type { Services } from '#server/services.ts';

const TIMEOUT_MS = 10_000;

const verdict = z.object({ success: z.boolean(), hostname: z.string().optional() });

/** Verifies a browser's proof with reCAPTCHA, which accepts each proof once. Any unclear answer rejects. */
export async function askReCaptcha(
  { config, log }: Pick<Services, 'config' | 'log'>,
  code: string,
  ipAddress: string,
): Promise<'valid' | 'invalid' | 'unavailable'> {
  const { secret, verifyUrl } = config.reCaptcha;
  try {
    const response = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret: secret ?? '', response: code, remoteip: ipAddress }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`reCAPTCHA answered ${response.status}`);
    const { success, hostname } = verdict.parse(await response.json());
    // A proof from another site with the same key doesn't count.
    const isOurs = config.publicUrl === null || hostname === new URL(config.publicUrl).hostname;
    return success && isOurs ? 'valid' : 'invalid';
  } catch (error) {
    log.warn({ err: error }, 'could not reach reCAPTCHA');
    return 'unavailable';
  }
}
