import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLabel, useText } from '#web/institution/settings.ts';
import { FieldError } from '#web/ui/FieldError.tsx';
import styles from './captcha.module.css';
import type { Captcha } from './use-captcha.ts';

/** Messages from the frame; see `web/public/recaptcha-frame.js`. */
type FrameMessage =
  | { readonly captcha: 'solved'; readonly code: string }
  | { readonly captcha: 'expired' }
  /** The image challenge needs more room. */
  | { readonly captcha: 'resized'; readonly height: number };

const HEIGHT = 78;

/**
 * reCAPTCHA for visitors, in a frame with its own policy, so the portal's policy stays strict. The frame shares the
 * portal's origin and can access the page around it, so it must never show while a customer is signed in.
 */
export function ReCaptcha({ captcha }: { readonly captcha: Captcha }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(HEIGHT);
  const title = useLabel('captcha.frame');
  const { problem } = captcha;
  const problemText = useText(problem ?? 'contactError.captcha');

  const receive = useEffectEvent((event: MessageEvent<FrameMessage>) => {
    if (event.source !== frame.current?.contentWindow || event.origin !== location.origin) return;
    if (event.data.captcha === 'solved') captcha.begin(Promise.resolve(event.data.code));
    if (event.data.captcha === 'expired') captcha.undo();
    if (event.data.captcha === 'resized') setHeight(event.data.height);
  });
  useEffect(() => {
    const listener = (event: MessageEvent<FrameMessage>) => receive(event);
    addEventListener('message', listener);
    return () => removeEventListener('message', listener);
  }, []);
  return (
    <div>
      <iframe
        ref={frame}
        src="/recaptcha"
        title={title.label}
        // reCAPTCHA's inner frame inherits the sandbox and needs its own origin. The sandbox prevents navigation of the
        // page and dialogs, but doesn't protect data from the frame.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-popups"
        className={styles.frame}
        style={{ height }}
      />
      <FieldError id="captcha-error" message={problem === null ? undefined : problemText} />
    </div>
  );
}
