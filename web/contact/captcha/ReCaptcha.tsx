import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLabel, useText } from '#web/institution/settings.ts';
import { FieldError } from '#web/ui/FieldError.tsx';
import styles from './captcha.module.css';
import type { Captcha } from './use-captcha.ts';

/** What the frame tells; see `web/public/recaptcha-frame.js`. */
type FrameMessage =
  | { readonly captcha: 'solved'; readonly code: string }
  | { readonly captcha: 'expired' }
  /** The puzzle of pictures needs room. */
  | { readonly captcha: 'resized'; readonly height: number };

const HEIGHT = 78;

/**
 * reCAPTCHA for visitors, in a frame of its own: its script runs under a policy
 * of its own there, and that of the portal stays as strict as it is. The frame
 * has the portal's origin, which keeps nothing from the page around it:
 * it must never show while somebody is signed in.
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
        // The service's own frame within inherits the sandbox, and works only with its origin. The sandbox keeps
        // the frame from leading the page elsewhere and from opening dialogs; it keeps no secret from it.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-popups"
        className={styles.frame}
        style={{ height }}
      />
      <FieldError id="captcha-error" message={problem === null ? undefined : problemText} />
    </div>
  );
}
