import { z } from 'zod';

/** Text without line breaks. A break could forge a line, or even a header, of a mail that includes the text. */
export function singleLine(most: number) {
  return z
    .string()
    .max(most)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u);
}
