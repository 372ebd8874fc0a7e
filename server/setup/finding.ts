/** What `check` says of one thing. */
export interface Finding {
  readonly about: string;
  readonly kind: 'ok' | 'warning' | 'problem';
  readonly text: string;
}
