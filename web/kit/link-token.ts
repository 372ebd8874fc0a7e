/** Reads a link's token: built as `/#/opt-out?token=`, and accepted before the hash too (C-129). */
export function linkToken(search: object): string | undefined {
  const token = (search as { readonly token?: unknown }).token ?? new URLSearchParams(location.search).get('token');
  return typeof token === 'string' && token !== '' ? token : undefined;
}
