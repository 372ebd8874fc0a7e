/** Makes a self-signed certificate and its key as PEM, so that no key is kept in the repository. */
export async function makeCertificate(
  name: string,
  notAfter = '2099-01-01',
): Promise<{ readonly certificate: string; readonly key: string }> {
  // The library needs the polyfill first.
  await import('reflect-metadata');
  const { SubjectAlternativeNameExtension, X509CertificateGenerator } = await import('@peculiar/x509');
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  if (!('privateKey' in keys)) throw new Error('ECDSA makes a pair of keys');
  const generated = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    notBefore: new Date('2020-01-01'),
    notAfter: new Date(notAfter),
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions: [new SubjectAlternativeNameExtension([{ type: /^[\d.]+$/.test(name) ? 'ip' : 'dns', value: name }])],
  });
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const lines = der.match(/.{1,64}/g) ?? [];
  return {
    certificate: generated.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`,
  };
}
