/** Scheme and user; the hosts, separated by commas; the rest. */
const urlParts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/;

/** Returns one address per host of `postgres://a,b:5433/name`. */
export function addressesOf(databaseUrl: string): readonly [string, ...string[]] {
  const [, before = '', hosts = '', after = ''] = urlParts.exec(databaseUrl) ?? [];
  const [first, ...others] = hosts.split(',').map((host) => `${before}${host}${after}`);
  return first === undefined || before === '' ? [databaseUrl] : [first, ...others];
}

/** Returns whether every connection uses TLS with a verified certificate, or stays on this machine. */
export function isEncrypted(databaseUrl: string): boolean {
  return addressesOf(databaseUrl).every((address) => {
    if (!URL.canParse(address)) return false;
    const { hostname, searchParams } = new URL(address);
    const isHere = ['localhost', '127.0.0.1', '[::1]', ''].includes(hostname) && !searchParams.has('host');
    if (isHere) return true;
    const mode = searchParams.get('sslmode') ?? '';
    // With this parameter, pg doesn't verify certificates for `require`.
    return mode === 'verify-full' || (mode === 'require' && searchParams.get('uselibpqcompat') !== 'true');
  });
}
