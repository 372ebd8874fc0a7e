import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString('base64');

describe('the configuration', () => {
  it('has a working default for trying the product out', () => {
    expect(readConfig({})).toMatchObject({ mode: 'demonstration', port: 8080, databaseUrl: null, runsJobs: true });
  });

  it.each([
    [
      'PASSBOOK_SMPT_URL',
      'smtp://localhost',
      'PASSBOOK_SMPT_URL: is not a variable of Passbook; did you mean PASSBOOK_SMTP_URL?',
    ],
    ['PASBOOK_JOBS', 'elsewhere', 'PASBOOK_JOBS: is not a variable of Passbook; did you mean PASSBOOK_JOBS?'],
    ['DATABASE_ULR', 'postgres://db/x', 'DATABASE_ULR: is not a variable of Passbook; did you mean DATABASE_URL?'],
    ['PORT', '99999', 'PORT: 99999 is not a port; use 1 to 65535'],
    ['PASSBOOK_DESK_PORT', 'eighty', 'PASSBOOK_DESK_PORT: eighty is not a port; use 1 to 65535'],
    ['PASSBOOK_TRUSTED_PROXY', 'proxy.internal', 'A host name is not possible: look up its address'],
    ['PASSBOOK_TRUSTED_PROXY', '10.0.0.0/33', 'must be the IP address or network'],
    ['PASSBOOK_MAIL_FROM', 'First Bank service@bank.example', 'such as service@bank.example or First Bank <service@'],
  ])('refuses %s=%s and says how to fix it', (name, value, problem) => {
    expect(problemsOf({ [name]: value }).join()).toContain(problem);
  });

  it.each([
    ['PASSBOOK_TRUSTED_PROXY', '10.0.0.2, fd00::/8,loopback'],
    ['PASSBOOK_MAIL_FROM', 'First Bank <service@bank.example>'],
    ['PASSBOOK_TEST_DATABASE', 'postgres'],
    ['PORTS', 'of another program'],
  ])('takes %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).not.toThrow();
  });

  it("leaves another program's variable alone if ours is set", () => {
    const variables = { DATABASE_URL: 'postgres://db/passbook', DATABASE_URI: 'of another program' };
    expect(() => readConfig(variables)).not.toThrow();
  });

  it('lists every problem at once', () => {
    const problems = problemsOf({
      PORT: 'eighty',
      DATABASE_URL: 'mysql://x',
      PASSBOOK_NOW: 'today',
      PASSBOOK_FIELD_KEY: 'short',
    });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'PASSBOOK_NOW',
      'PASSBOOK_FIELD_KEY',
    ]);
  });

  it('refuses production without a database, keys, a processor and an institution, and with an invented clock', () => {
    const problems = problemsOf({ PASSBOOK_MODE: 'production', PASSBOOK_NOW: '2026-11-21T10:00:00-05:00' });
    expect(problems).toEqual([
      'DATABASE_URL: required in production',
      'PASSBOOK_CARD_PROCESSOR_URL: required in production',
      'PASSBOOK_INSTITUTION: required in production',
      'PASSBOOK_SMTP_URL: required in production',
      'PASSBOOK_MAIL_FROM: required in production',
      'PASSBOOK_PUBLIC_URL: required in production',
      'PASSBOOK_FIELD_KEY: required in production, or PASSBOOK_FIELD_KEY_FILE or _COMMAND',
      'PASSBOOK_TRUSTED_PROXY: required in production: the address of the proxy, or none',
      'PASSBOOK_CLAMD: required in production: the address of the virus scanner, or none',
      'PASSBOOK_NOW: not allowed in production',
    ]);
  });

  it('refuses to send cards unencrypted in production', () => {
    const problems = problemsOf({ PASSBOOK_MODE: 'production', PASSBOOK_CARD_PROCESSOR_URL: 'http://cards.example' });
    expect(problems).toContain('PASSBOOK_CARD_PROCESSOR_URL: must be https in production');
  });

  it('accepts a complete production environment', () => {
    const config = readConfig({
      PASSBOOK_MODE: 'production',
      DATABASE_URL: 'postgres://passbook@database/passbook?sslmode=verify-full',
      PASSBOOK_FIELD_KEY: key,
      PASSBOOK_CARD_PROCESSOR_URL: 'https://cards.example/v1',
      PASSBOOK_CARD_PROCESSOR_KEY: 'key-of-the-processor',
      PASSBOOK_INSTITUTION: 'institutions/own',
      PASSBOOK_SMTP_URL: 'smtps://passbook@mail.example',
      PASSBOOK_MAIL_FROM: 'service@own.example',
      PASSBOOK_PUBLIC_URL: 'https://portal.own.example',
      PASSBOOK_TRUSTED_PROXY: '10.0.0.2',
      PASSBOOK_CLAMD: 'none',
    });
    expect(config.fieldKey).toHaveLength(32);
    expect(config).toMatchObject({ trustedProxy: '10.0.0.2', clamdAddress: null, mailNeedsTls: true });
  });

  it('trusts no proxy if an operator says so', () => {
    expect(readConfig({ PASSBOOK_TRUSTED_PROXY: 'none' }).trustedProxy).toBeNull();
  });

  it.each([
    ['all zero', Buffer.alloc(32)],
    ['one byte repeated', Buffer.alloc(32, 0x61)],
    ['a short word repeated', Buffer.from('passbook'.repeat(4))],
    ['too short', Buffer.from('0123456789abcdefghijklmnopqrstu')],
  ])('refuses a field key that is %s', (_, bytes) => {
    const problems = problemsOf({ PASSBOOK_FIELD_KEY: bytes.toString('base64') });
    expect(problems).toEqual([expect.stringContaining('32 random bytes')]);
  });

  it.each([
    ['a program with arguments', '["kms","decrypt","--plaintext"]', []],
    ['a line for a shell', 'kms decrypt --plaintext', [expect.stringContaining('JSON array')]],
    ['an empty array', '[]', [expect.stringContaining('JSON array')]],
    ['an array with a number', '["kms",1]', [expect.stringContaining('JSON array')]],
  ])('takes as the command for the field key only an array of texts: %s', (_, command, problems) => {
    expect(problemsOf({ PASSBOOK_FIELD_KEY_COMMAND: command })).toEqual(problems);
  });

  it('refuses two sources of the field key, since it would be unclear which one counts', () => {
    const problems = problemsOf({ PASSBOOK_FIELD_KEY: key, PASSBOOK_FIELD_KEY_COMMAND: '["kms"]' });
    expect(problems).toEqual([expect.stringContaining('only one of')]);
  });

  it.each([
    ['across the network', 'postgres://passbook@database/passbook', {}, false],
    ['with an unverified certificate', 'postgres://p@database/p?sslmode=no-verify', {}, false],
    ['across the network, allowed', 'postgres://p@database/p', { PASSBOOK_WITHOUT_TLS: 'database' }, true],
    ['across the network over TLS', 'postgres://p@database/p?sslmode=require', {}, true],
    ['with one of two hosts in clear', 'postgres://p@a:5432,b/p?sslmode=disable', {}, false],
    ['on two hosts over TLS', 'postgres://p@a:5432,b:5433/p?sslmode=verify-full', {}, true],
    ['with TLS that verifies nothing', 'postgres://p@a/p?sslmode=require&uselibpqcompat=true', {}, false],
    ['on another machine than the address says', 'postgres://p@localhost/p?host=db.example', {}, false],
    ['on the same machine', 'postgres://p@127.0.0.1/p', {}, true],
  ])('handles a database in production %s', (_, DATABASE_URL, others, accepted) => {
    const problems = problemsOf({ PASSBOOK_MODE: 'production', DATABASE_URL, ...others });
    expect(problems.some((problem) => problem.startsWith('DATABASE_URL'))).toBe(!accepted);
  });

  it('requires TLS of the mail server in production unless it is switched off', () => {
    expect(readConfig({}).mailNeedsTls).toBe(false);
    const problems = problemsOf({ PASSBOOK_MODE: 'production', PASSBOOK_WITHOUT_TLS: 'everything' });
    expect(problems).toContain('PASSBOOK_WITHOUT_TLS: must be database, mail, or database,mail');
  });

  it('stores documents in their own folder in the data folder, or in a bucket', () => {
    expect(readConfig({ PASSBOOK_DATA: '/srv/passbook' })).toMatchObject({
      files: { folder: path.join('/srv/passbook', 'files') },
      incomingFolder: path.join('/srv/passbook', 'incoming'),
      clamdAddress: null,
    });
    expect(readConfig({ PASSBOOK_FILES: '/srv/documents' }).files).toEqual({ folder: '/srv/documents' });
    const bucket = { PASSBOOK_S3_BUCKET: 'documents', PASSBOOK_S3_ENDPOINT: 'https://minio.example' };
    expect(readConfig(bucket).files).toEqual({
      bucket: { bucket: 'documents', region: 'us-east-1', endpoint: 'https://minio.example' },
    });
  });

  it.each([
    ['clamav:3310', true],
    ['/run/clamav/clamd.ctl', true],
    ['clamav', false],
    ['http://clamav:3310', false],
  ])('reads %s as the address of clamd: %s', (address, taken) => {
    expect(
      taken ? readConfig({ PASSBOOK_CLAMD: address }).clamdAddress : problemsOf({ PASSBOOK_CLAMD: address }),
    ).toEqual(taken ? address : ['PASSBOOK_CLAMD: must be host:port, the path of a socket, or none']);
  });

  it('reads how many connections a process may open, and whether a pooler is in front', () => {
    expect(readConfig({})).toMatchObject({ databaseConnections: 10, databaseIsPooled: false });
    const pooled = { PASSBOOK_DATABASE_CONNECTIONS: '25', PASSBOOK_DATABASE_POOLER: 'transaction' };
    expect(readConfig(pooled)).toMatchObject({ databaseConnections: 25, databaseIsPooled: true });
    expect(problemsOf({ PASSBOOK_DATABASE_CONNECTIONS: '1' })[0]).toMatch(/^PASSBOOK_DATABASE_CONNECTIONS: /);
  });

  it('treats an empty value as missing', () => {
    expect(readConfig({ DATABASE_URL: '' }).databaseUrl).toBeNull();
  });
});

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}
