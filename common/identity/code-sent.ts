import { z } from 'zod';
import { envelope } from '#common/contract/envelope.ts';

/**
 * If an earlier code to the same address could not be sent: what the customer quotes, and the operator finds in the log.
 */
export const troubleReference = z.string().nullable();

export const codeSent = envelope.extend({ TroubleReference: troubleReference });
