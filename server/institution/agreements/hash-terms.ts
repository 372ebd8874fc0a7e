import { hash } from 'node:crypto';
import type { Agreement } from '#common/institution/institution.ts';

/** Proves later which words were agreed to: any change of the terms gives another hash. */
export function hashTerms({ name, url, effectiveOn, richText }: Agreement): Uint8Array {
  return hash('sha256', JSON.stringify([name, url, effectiveOn, richText]), 'buffer');
}
