import { z } from 'zod';

/**
 * A text that stays on its line wherever it is shown: a break in it could pass for
 * a line of the mail it becomes a part of, or of its head.
 */
export function singleLine(most: number) {
  return z
    .string()
    .max(most)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u);
}
