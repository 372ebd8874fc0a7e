import { z } from 'zod';

/** Text without line breaks. A break could forge a line, or even a header, of an email that includes the text. */
export function singleLine(max: number) {
  return z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u);
}
