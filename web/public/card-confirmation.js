/* The end of a confirmation at the customer's bank; see `web/data/card-confirmations.ts`. */
'use strict';

new BroadcastChannel('passbook-card-confirmation').postMessage('returned');
