import type { Institution } from '#common/institution/institution.ts';

export interface StatementReference {
  readonly number: string;
  readonly date: string;
  readonly type: string;
  readonly id: string;
}

/**
 * Builds the outside service's address for a statement. Only hosts the institution named are allowed, whatever the
 * pattern produces.
 * Returns undefined without a service or allowed host.
 */
export function externalStatementUrl(
  { options }: Pick<Institution, 'options'>,
  reference: StatementReference,
): string | undefined {
  const pattern = options['estatementOptions.externalUrl'];
  const filled = pattern.replaceAll(/\{(number|date|type|id)\}/g, (_place, name: keyof StatementReference) =>
    encodeURIComponent(reference[name]),
  );
  const url = URL.parse(filled);
  if (!url || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  const allowed = options['estatementOptions.externalHosts'].some((host) => host.toLowerCase() === url.host);
  return allowed ? url.href : undefined;
}
