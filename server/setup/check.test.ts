import { randomBytes } from 'node:crypto';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startMailServer } from '#tests/builders/mail-server.ts';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSandbox } from '#server/payments-network/sandbox/sandbox-server.ts';
import { makeCertificate } from '#tests/builders/certificate.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import { checkCommand } from './check.cli.ts';
import { suggestMailFix } from './check-connections.ts';
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
    PORT: '0',
    ...more,
  };
}

async function report(args: readonly string[], variables: Record<string, string>): Promise<[number, string]> {
  const code = await checkCommand.runAlone(args, variables);
  return [code, said.mock.calls.flat().join('\n')];
}

async function listen(server: http.Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
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
    expect(text).toContain('4 problems. Connections were not asked: fix these first.');
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
    expect(text).toMatch(/✗ database: DATABASE_URL: 127\.0\.0\.1:1\/passbook: nothing listens there[^(]*\([^()]*\)$/m);
    expect(text).toMatch(/✗ mail server: .*Check PASSBOOK_SMTP_URL: host, port, user and password$/m);
    expect(text).toMatch(/✗ card processor: .*Check PASSBOOK_CARD_PROCESSOR_URL/);
    expect(text).toMatch(/✗ text messages: .*Check PASSBOOK_TEXT_MESSAGES_URL/);
    expect(text).toMatch(/✗ core: .*Check PASSBOOK_HOST_URL/);
    expect(text).toMatch(/✗ virus scanner: .*check PASSBOOK_CLAMD/);
    expect(text).toContain('6 problems.');
  });

  it('reads that mail server and processor answer', async () => {
    const mail = await startMailServer();
    const sandbox = await startSandbox({ port: 0, storeFile: path.join(data, 'cards.sqlite') });
    const [code, text] = await report(
      [],
      environment({
        PASSBOOK_SMTP_URL: mail.url,
        PASSBOOK_MAIL_FROM: 'Test Bank <service@bank.example>',
        PASSBOOK_CARD_PROCESSOR_URL: sandbox.url,
      }),
    );
    await sandbox.close();
    await mail.close();
    expect(text).toContain('✓ mail server: takes messages from Test Bank <service@bank.example>');
    expect(text).toContain('✓ card processor: answers');
    expect(code).toBe(0);
  });

  it('reads that a mail server without a greeting may speak TLS at once', () => {
    expect(suggestMailFix('smtp://mail.bank.example:465', 'no answer in 9 seconds')).toMatch(
      /port 465, needs smtps:\/\/$/,
    );
    expect(suggestMailFix('smtps://mail.bank.example', 'no answer in 9 seconds')).not.toContain('smtps://');
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

  it('reads that the text gateway refuses the key, and nothing is wrong with the right one', async () => {
    const gateway = http.createServer((request, response) => {
      const isRight = request.headers.authorization === 'Bearer right';
      response.writeHead(isRight ? 200 : 401).end('{"subscriptions":[]}');
    });
    const PASSBOOK_TEXT_MESSAGES_URL = `http://127.0.0.1:${await listen(gateway)}`;
    const [wrong, text] = await report(
      [],
      environment({ PASSBOOK_TEXT_MESSAGES_URL, PASSBOOK_TEXT_MESSAGES_KEY: 'wrong' }),
    );
    expect(wrong).toBe(1);
    expect(text).toMatch(
      /✗ text messages: The text message provider answered 401\. Check PASSBOOK_TEXT_MESSAGES_URL and _KEY/,
    );
    const [right] = await report([], environment({ PASSBOOK_TEXT_MESSAGES_URL, PASSBOOK_TEXT_MESSAGES_KEY: 'right' }));
    gateway.close();
    expect(right).toBe(0);
  });

  it('reads that a port is taken by another program, and no problem where the server runs already', async () => {
    const other = http.createServer((_request, response) => response.end('hello'));
    const port = String(await listen(other));
    const [taken, text] = await report([], environment({ PORT: port, PASSBOOK_BIND: '127.0.0.1' }));
    other.close();
    expect(taken).toBe(1);
    expect(text).toContain(`✗ port: PORT: another program listens at ${port}. Stop it, or choose another port`);
    const running = http.createServer((_request, response) => response.end('{"status":"ok"}'));
    const ownPort = String(await listen(running));
    const [code] = await report([], environment({ PORT: ownPort, PASSBOOK_BIND: '127.0.0.1' }));
    running.close();
    expect(code).toBe(0);
  });

  it('reads that desk and portal can not have the same port, unless at different addresses', async () => {
    const desk = { PASSBOOK_DESK: 'on', PORT: '7110', PASSBOOK_DESK_PORT: '7110' };
    const [, text] = await report(['--offline'], environment(desk));
    expect(text).toContain(
      '✗ settings: PASSBOOK_DESK_PORT and PORT are both 7110. Give the desk its own port, or leave',
    );
    said.mockClear();
    const apart = { PASSBOOK_BIND: '10.0.0.2', PASSBOOK_DESK_BIND: '10.0.0.3' };
    expect((await report(['--offline'], environment({ ...desk, ...apart })))[0]).toBe(0);
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
