import { relative } from 'node:path';

/** A planted fault, as Stryker describes it to a checker and in its report. */
export interface Mutant {
  readonly id: string;
  readonly fileName: string;
  readonly location: { readonly start: Place; readonly end: Place };
  readonly mutatorName: string;
  readonly replacement: string;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** Lines are counted from 0, as Stryker does except in its report. */
export function mutantKey({ fileName, location: { start, end }, mutatorName, replacement }: Mutant): string {
  const file = relative(process.cwd(), fileName).replace(/^.*\/(?=(common|server)\/)/, '');
  return `${file}:${start.line}:${start.column}-${end.line}:${end.column} ${mutatorName} ${replacement}`;
}
