import { randomBytes } from 'node:crypto';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSandbox } from '#server/payments-network/sandbox/sandbox-server.ts';
import { makeCertificate } from '#tests/builders/certificate.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import { checkCommand } from './check.cli.ts';
import { readCheckedConfig } from './check-settings.ts';

const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
const folders: string[] = [];
let data: string;

beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'passbook-check-'));
  folders.push(data);
});

afterAll(async () => {
  said.mockRestore();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

beforeEach(() => said.mockClear());

function environment(more: Record<string, string> = {}) {
  return {
    PASSBOOK_MODE: 'test',
    PASSBOOK_DATA: data,
    PASSBOOK_FIELD_KEY: randomBytes(32).toString('base64'),
    ...more,
  };
}

async function report(args: readonly string[], variables: Record<string, string>): Promise<[number, string]> {
  const code = await checkCommand.runAlone(args, variables);
  return [code, said.mock.calls.flat().join('\n')];
}

async function institutionWith(options: Readonly<Record<string, unknown>>, texts = {}): Promise<string> {
  const folder = await writeInstitution(options, texts);
  folders.push(folder);
  return folder;
}

describe('an operator who checks the setup', () => {
  it('of the demonstration reads that nothing is wrong', async () => {
    const [code, text] = await report([], environment());
    expect(text).toContain('✓ settings: harbor, test');
    expect(text).toContain('✓ card processor: the sandbox');
    expect(text).toMatch(/Nothing is wrong\.$/);
    expect(code).toBe(0);
  });

  it('reads problems of variables, options and texts at once', async () => {
    const folder = await institutionWith({ 'paymentOptions.allowViza': true }, { 'login.headding': 'x' });
    const [code, text] = await report(
      [],
      environment({ PASSBOOK_INSTITUTION: folder, PORT: 'eighty', PASSBOOK_SMPT_URL: 'smtp://x' }),
    );
    expect(code).toBe(1);
    expect(text).toMatch(/✗ settings: PORT: /);
    expect(text).toMatch(/PASSBOOK_SMPT_URL: .* did you mean PASSBOOK_SMTP_URL\?/);
    expect(text).toMatch(/did you mean "paymentOptions\.allowVisa"/);
    expect(text).toMatch(/did you mean "login\.heading"/);
    expect(text).toContain('4 problems. Connections were not asked: mend these first.');
  });

  it('reads a contradiction as a warning in a trial, and can not start production with it', async () => {
    const folder = await institutionWith({ 'globalOptions.useRemoteLocatorOption': true });
    const [code, text] = await report(['--offline'], environment({ PASSBOOK_INSTITUTION: folder }));
    expect(code).toBe(0);
    expect(text).toMatch(/! settings: .*"globalOptions\.remoteLocatorUrl" is not; set it/);
    const production = environment({ PASSBOOK_INSTITUTION: folder, PASSBOOK_MODE: 'production' });
    await expect(readCheckedConfig(production)).rejects.toThrow(/"globalOptions\.remoteLocatorUrl" is not; set it/);
  });

  it('reads which connections fail, and what to check', async () => {
    const [code, text] = await report(
      [],
      environment({
        DATABASE_URL: 'postgres://passbook@127.0.0.1:1/passbook',
        PASSBOOK_SMTP_URL: 'smtp://127.0.0.1:1',
        PASSBOOK_CARD_PROCESSOR_URL: 'http://127.0.0.1:1',
        PASSBOOK_TEXT_MESSAGES_URL: 'http://127.0.0.1:1',
        PASSBOOK_HOST_URL: 'http://127.0.0.1:1',
        PASSBOOK_HOST_KEY: randomBytes(32).toString('base64'),
        PASSBOOK_CLAMD: '127.0.0.1:1',
      }),
    );
    expect(code).toBe(1);
    expect(text).toMatch(/✗ database: DATABASE_URL: 127\.0\.0\.1:1\/passbook: nothing listens there/);
    expect(text).toMatch(/✗ mail server: .*Check PASSBOOK_SMTP_URL/);
    expect(text).toMatch(/✗ card processor: .*Check PASSBOOK_CARD_PROCESSOR_URL/);
    expect(text).toMatch(/✗ text messages: .*Check PASSBOOK_TEXT_MESSAGES_URL/);
    expect(text).toMatch(/✗ core: .*Check PASSBOOK_HOST_URL/);
    expect(text).toMatch(/✗ virus scanner: .*check PASSBOOK_CLAMD/);
    expect(text).toContain('6 problems.');
  });

  it('reads that mail server and processor answer', async () => {
    const mail = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
    await new Promise<void>((resolve) => void mail.listen(0, '127.0.0.1', resolve));
    const sandbox = await startSandbox({ port: 0, storeFile: path.join(data, 'cards.sqlite') });
    const { port } = mail.server.address() as AddressInfo;
    const [code, text] = await report(
      [],
      environment({
        PASSBOOK_SMTP_URL: `smtp://127.0.0.1:${port}`,
        PASSBOOK_MAIL_FROM: 'Test Bank <service@bank.example>',
        PASSBOOK_CARD_PROCESSOR_URL: sandbox.url,
      }),
    );
    await sandbox.close();
    await new Promise<void>((resolve) => {
      mail.close(resolve);
    });
    expect(text).toContain('✓ mail server: takes messages from Test Bank <service@bank.example>');
    expect(text).toContain('✓ card processor: answers');
    expect(code).toBe(0);
  });

  it("reads that the processor's certificate has expired, and that the settings are right", async () => {
    const { certificate, key } = await makeCertificate('127.0.0.1', '2021-01-01');
    const server = createServer({ cert: certificate, key });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const authority = path.join(data, 'expired.pem');
    await writeFile(authority, certificate);
    const [, text] = await report(
      [],
      environment({
        PASSBOOK_CARD_PROCESSOR_URL: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
        PASSBOOK_CARD_PROCESSOR_AUTHORITY: authority,
      }),
    );
    server.close();
    expect(text).toMatch(/✗ card processor: .*CERT_HAS_EXPIRED.*Its certificate has expired: have it renewed$/m);
  });

  it('finds the same folders after it as before, also those that a start would make', async () => {
    const folder = path.join(data, 'not-yet', 'there');
    const [code] = await report(['--offline'], environment({ PASSBOOK_DATA: folder }));
    expect(code).toBe(0);
    await expect(access(path.dirname(folder))).rejects.toThrow('ENOENT');
  });

  it('reads that a file stands where the folder of documents should be', async () => {
    const file = path.join(data, 'a-file');
    await writeFile(file, '');
    const [, text] = await report(['--offline'], environment({ PASSBOOK_FILES: path.join(file, 'documents') }));
    expect(text).toMatch(/PASSBOOK_FILES: can't write to .* \(ENOTDIR\)/);
  });
});
