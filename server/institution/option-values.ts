import { findDay } from '#common/core/dates.ts';
import type { OptionDefinition } from '#common/contract/option-kinds.ts';

/** Returns the problem with an institution's value for an option, or undefined. */
export function optionProblem(definition: OptionDefinition, value: unknown): string | undefined {
  switch (definition.kind) {
    case 'switch':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'number':
      return isNumberOrNull(value) ? undefined : 'must be a number, or null for none';
    case 'amount':
      return isAmountOrNull(value)
        ? undefined
        : 'must be an amount in dollars with at most two decimals, or null for none';
    case 'day':
      return isDayOrNull(value) ? undefined : 'must be a day such as 2026-11-20, or null for none';
    case 'text':
    case 'richText':
      return typeof value === 'string' ? undefined : 'must be a text';
    case 'url':
      return isAllowedAddress(value) ? undefined : 'must be an https address or a path that begins with /institution/';
    case 'list':
      return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
        ? undefined
        : 'must be a list of texts';
    case 'choice':
      return definition.choices?.includes(String(value))
        ? undefined
        : `must be one of ${definition.choices?.join(', ')}`;
  }
}

function isNumberOrNull(value: unknown): boolean {
  return value === null || (typeof value === 'number' && Number.isFinite(value) && value >= 0);
}

function isAmountOrNull(value: unknown): boolean {
  return value === null || (typeof value === 'number' && value >= 0 && /^\d+(\.\d{1,2})?$/.test(String(value)));
}

function isDayOrNull(value: unknown): boolean {
  return value === null || (typeof value === 'string' && findDay(value) === value);
}

/** Addresses of this machine are allowed for trials, since nothing leaves it. */
function isAllowedAddress(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    (value === '' ||
      /^https:\/\/\S+$/.test(value) ||
      /^http:\/\/localhost(:\d+)?(\/\S*)?$/.test(value) ||
      /^\/institution\/[\w./-]+$/.test(value))
  );
}
