import { z } from 'zod';
import type { Services } from '#server/services.ts';

const TIMEOUT_MS = 10_000;

const verdict = z.object({ success: z.boolean(), hostname: z.string().optional() });

/** What reCAPTCHA says of the proof that a browser brought; it takes each one once. Without a clear answer nobody gets through. */
export async function askReCaptcha(
  { config, log }: Services,
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
    if (!response.ok) throw new Error(`It answered ${response.status}`);
    const { success, hostname } = verdict.parse(await response.json());
    // A proof made on another site's page, which may use the same key, is none for ours.
    const isOurs = config.publicUrl === null || hostname === new URL(config.publicUrl).hostname;
    return success && isOurs ? 'valid' : 'invalid';
  } catch (error) {
    log.warn({ err: error }, 'reCAPTCHA could not be asked');
    return 'unavailable';
  }
}
