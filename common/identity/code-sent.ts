import { z } from 'zod';
import { envelope } from '#common/contract/envelope.ts';

/** The reference a customer can quote if an earlier code couldn't be sent. */
export const troubleReference = z.string().nullable();

export const codeSent = envelope.extend({ TroubleReference: troubleReference });
