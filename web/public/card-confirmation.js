/* The end of a confirmation at the customer's bank; see `web/data/card-confirmations.ts`. */
'use strict';

// A BroadcastChannel is limited to the origin and takes no target.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
new BroadcastChannel('passbook-card-confirmation').postMessage('returned');
