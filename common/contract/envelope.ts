import { z } from 'zod';

/** Part of every answer. `ErrorMessage` holds a code or, from the host, a sentence (A 3). */
export const envelope = z.strictObject({
  HasNoErrors: z.boolean(),
  Errors: z.array(z.strictObject({ ErrorMessage: z.string() })),
});

export type Envelope = z.infer<typeof envelope>;
