import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

/** Receives a challenge as a message and answers with its solution. */
handler({ deriveKey });
