/* The end of a confirmation at the customer's bank; see `web/data/card-confirmations.ts`. */
'use strict';

const channel = new BroadcastChannel('passbook-card-confirmation');
channel.postMessage('returned');
