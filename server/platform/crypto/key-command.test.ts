import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { getFieldKey } from './field-key.ts';
import { askKeyCommand } from './key-command.ts';

const key = randomBytes(32).toString('base64');

function node(script: string): readonly [string, ...string[]] {
  return [process.execPath, '--eval', script];
}

afterEach(() => vi.unstubAllEnvs());

describe('the command for the field key', () => {
  it('is the one of the configuration', async () => {
    const command = JSON.stringify(node(`console.log(${JSON.stringify(key)})`));
    const config = readConfig({ PASSBOOK_MODE: 'test', PASSBOOK_FIELD_KEY_COMMAND: command });
    expect(Buffer.from(await getFieldKey(config)).toString('base64')).toBe(key);
  });

  it('gets its arguments as they are, without a shell', async () => {
    const argument = '$(echo no) "; exit 1 #';
    const script = `console.log(process.argv[1] === ${JSON.stringify(argument)} ? ${JSON.stringify(key)} : 'changed')`;
    const [program, ...parameters] = node(script);
    expect(await askKeyCommand([program, ...parameters, argument])).toHaveLength(32);
  });

  it('sees the settings of its service and none of ours', async () => {
    vi.stubEnv('KMS_REGION', 'us-east-2');
    vi.stubEnv('PASSBOOK_SMTP_URL', 'smtps://passbook:secret@mail.example');
    vi.stubEnv('DATABASE_URL', 'postgres://passbook:secret@db/passbook');
    const script = `
      const { KMS_REGION, PASSBOOK_SMTP_URL, DATABASE_URL } = process.env;
      console.log(KMS_REGION && !PASSBOOK_SMTP_URL && !DATABASE_URL ? ${JSON.stringify(key)} : 'wrong')`;
    expect(await askKeyCommand(node(script))).toHaveLength(32);
  });

  it.each([
    [
      'fails',
      node(`console.error('AccessDenied: no such key'); process.exit(254)`),
      /exit code 254: AccessDenied: no such/,
    ],
    ['is missing', ['/no/such/program'] as const, /can't be run \(ENOENT\)/],
    ['prints something else', node(`console.log('{"Plaintext":""}')`), /must print 32 random bytes in base64/],
    ['waits for someone to type', node(`process.stdin.on('end', () => process.exit(3)).resume()`), /exit code 3/],
  ])('stops the start with the reason when it %s', async (_what, command, reason) => {
    await expect(askKeyCommand(command)).rejects.toMatchObject({
      name: 'PlainError',
      message: expect.stringMatching(reason),
    });
  });

  it('never tells what it printed, which may be a key', async () => {
    const failing = node(`console.log(${JSON.stringify(key)}); process.exit(1)`);
    await expect(askKeyCommand(failing)).rejects.toMatchObject({ message: expect.not.stringContaining(key) });
  });

  it('is ended when it takes too long', async () => {
    await expect(askKeyCommand(node('setTimeout(() => {}, 60_000)'), 300)).rejects.toThrow(
      'no answer within 0.3 seconds',
    );
  });
});
