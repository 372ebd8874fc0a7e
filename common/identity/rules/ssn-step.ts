export type SsnStepErrorKey = 'ssnStep.required' | 'ssnStep.invalid';

const SSN_DIGITS = 9;

/** Keeps digits only, at most nine (A 2.6). */
export function ssnDigits(typed: string): string {
  return typed.replaceAll(/\D/g, '').slice(0, SSN_DIGITS);
}

/** Exactly nine digits (A 2.6). */
export function validateSsnStep(entry: { readonly ssn: string }): { readonly ssn?: SsnStepErrorKey } {
  if (entry.ssn === '') return { ssn: 'ssnStep.required' };
  return /^\d{9}$/.test(entry.ssn) ? {} : { ssn: 'ssnStep.invalid' };
}
