/* Shows reCAPTCHA and tells the page around what came of it; see `web/contact/captcha/ReCaptcha.tsx`. */
'use strict';

const place = document.getElementById('captcha');

function tell(message) {
  parent.postMessage(message, location.origin);
}

/* The service's script calls this once it has loaded. */
globalThis.showCaptcha = () => {
  globalThis.grecaptcha.render(place, {
    sitekey: place.dataset.siteKey,
    callback: (code) => tell({ captcha: 'solved', code }),
    'expired-callback': () => tell({ captcha: 'expired' }),
  });
  new MutationObserver(tellHeight).observe(document.body, { attributes: true, childList: true, subtree: true });
};

/* The puzzle of pictures opens over the box, and would be cut off at the frame. */
function tellHeight() {
  const puzzle = document.querySelector('iframe[src*="/bframe"]');
  const isOpen = puzzle !== null && getComputedStyle(puzzle.parentElement).visibility === 'visible';
  tell({ captcha: 'resized', height: isOpen ? 600 : 78 });
}
