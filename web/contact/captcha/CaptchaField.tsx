import { useSession } from '#web/data/session.ts';
import { useOption } from '#web/institution/settings.ts';
import { PuzzleCaptcha } from './PuzzleCaptcha.tsx';
import { ReCaptcha } from './ReCaptcha.tsx';
import type { Captcha } from './use-captcha.ts';

/**
 * The captcha of this institution: reCAPTCHA where it has a site key, otherwise one of the portal's own.
 * Whoever is signed in gets the portal's own: scripts of others come into no tab that has a session.
 */
export function CaptchaField({ captcha }: { readonly captcha: Captcha }) {
  const siteKey = useOption('messageOptions.captchaSiteKey');
  const isSignedIn = useSession() !== null;
  return isSignedIn || siteKey === '' ? (
    <PuzzleCaptcha captcha={captcha} />
  ) : (
    <ReCaptcha key={captcha.round} captcha={captcha} />
  );
}
