/** The result of one check. */
export interface Finding {
  readonly about: string;
  readonly kind: 'ok' | 'warning' | 'problem';
  readonly text: string;
}
