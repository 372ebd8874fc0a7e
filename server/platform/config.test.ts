import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const key = Buffer.alloc(32, 7).toString('base64');

describe('the configuration', () => {
  it('has a working default for trying the product out', () => {
    expect(readConfig({})).toMatchObject({ mode: 'demonstration', port: 8080, databaseUrl: null, runsJobs: true });
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
      'PASSBOOK_FIELD_KEY: required in production',
      'PASSBOOK_CARD_PROCESSOR_URL: required in production',
      'PASSBOOK_INSTITUTION: required in production',
      'PASSBOOK_SMTP_URL: required in production',
      'PASSBOOK_MAIL_FROM: required in production',
      'PASSBOOK_PUBLIC_URL: required in production',
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
      DATABASE_URL: 'postgres://passbook@database/passbook',
      PASSBOOK_FIELD_KEY: key,
      PASSBOOK_CARD_PROCESSOR_URL: 'https://cards.example',
      PASSBOOK_INSTITUTION: 'institutions/own',
      PASSBOOK_SMTP_URL: 'smtps://passbook@mail.example',
      PASSBOOK_MAIL_FROM: 'service@own.example',
      PASSBOOK_PUBLIC_URL: 'https://portal.own.example',
    });
    expect(config.fieldKey).toHaveLength(32);
  });

  it('keeps documents in the data folder, in a folder of their own, or in a bucket', () => {
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
  ])('takes %s as the address of clamd: %s', (address, taken) => {
    expect(
      taken ? readConfig({ PASSBOOK_CLAMD: address }).clamdAddress : problemsOf({ PASSBOOK_CLAMD: address }),
    ).toEqual(taken ? address : ['PASSBOOK_CLAMD: must be host:port, or the path of a socket']);
  });

  it('treats an empty value as absent', () => {
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
