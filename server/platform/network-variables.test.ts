import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const cards = 'PASSBOOK_CARD_PROCESSOR_URL';

describe('the address of the card processor', () => {
  it.each([
    ['https://user:key@cards.example', 'must not contain a user name or password; put the key'],
    ['https://cards.example/?key=1', 'must not contain ? or #'],
    ['cards.example', 'must be an http or https address'],
    ['https://', 'must be an http or https address'],
  ])('%s is refused at start', (url, problem) => {
    expect(problemsOf({ [cards]: url })).toEqual([expect.stringContaining(`${cards}: ${problem}`)]);
  });

  it('may have a path', () => {
    expect(readConfig({ [cards]: 'https://cards.example/v1' }).network.cards).toMatchObject({
      url: 'https://cards.example/v1',
      key: null,
      tls: null,
    });
  });
});

describe('bank account check and report', () => {
  it('use the processor by default', () => {
    const { network } = readConfig({ [cards]: 'https://cards.example', PASSBOOK_CARD_PROCESSOR_KEY: 'key-of-cards' });
    expect(network.bankAccountCheck).toMatchObject({ url: 'https://cards.example', key: 'key-of-cards' });
    expect(network.cardReport).toEqual(network.cards);
  });

  it("have addresses of their own, and the check never gets the processor's key", () => {
    const { network } = readConfig({
      [cards]: 'https://cards.example',
      PASSBOOK_CARD_PROCESSOR_KEY: 'key-of-cards',
      PASSBOOK_CARD_REPORT_URL: 'https://reports.example',
      PASSBOOK_BANK_ACCOUNT_CHECK_URL: 'https://accounts.example',
    });
    expect(network.cardReport).toMatchObject({ url: 'https://reports.example', key: 'key-of-cards' });
    expect(network.bankAccountCheck).toMatchObject({ url: 'https://accounts.example', key: null });
  });
});

describe('the key of events', () => {
  const one = '1'.repeat(32);
  const other = '2'.repeat(32);
  const read = (keys: string) => readConfig({ [cards]: 'https://cards.example', PASSBOOK_CARD_WEBHOOK_KEY: keys });

  it('may be several while it changes', () => {
    expect(read(one).network.webhookKeys).toEqual([one]);
    expect(read(`${one}, ${other}`).network.webhookKeys).toEqual([one, other]);
    expect(readConfig({}).network.webhookKeys).toEqual([]);
  });

  it.each([one.slice(1), `${one},`, `${one},${other.slice(1)}`])('%s is too short', (keys) => {
    expect(() => read(keys)).toThrow('must have at least 32 characters');
  });
});

describe('variables that do not go together', () => {
  it.each([
    [
      { [cards]: 'https://api.stripe.com', PASSBOOK_CARD_PROCESSOR_KIND: 'stripe', PASSBOOK_CARD_PROCESSOR_KEY: 'sk' },
      'PASSBOOK_BANK_ACCOUNT_CHECK_URL: required with PASSBOOK_CARD_PROCESSOR_KIND=stripe',
    ],
    [{ PASSBOOK_CARD_PROCESSOR_KEY: 'key' }, 'PASSBOOK_CARD_PROCESSOR_KEY: has no effect without'],
    [{ PASSBOOK_BANK_ACCOUNT_CHECK_KEY: 'key' }, 'PASSBOOK_BANK_ACCOUNT_CHECK_KEY: has no effect without'],
    [
      { [cards]: 'https://cards.example', PASSBOOK_CARD_PROCESSOR_CERTIFICATE: 'cert.pem' },
      'PASSBOOK_CARD_PROCESSOR_CERTIFICATE and _CERTIFICATE_KEY: set both, or neither',
    ],
  ])('stop the start for %j with "%s"', (environment, problem) => {
    expect(problemsOf(environment)).toEqual([expect.stringContaining(problem)]);
  });

  it('production wants a key or a certificate, and https everywhere', () => {
    const problems = problemsOf({
      PASSBOOK_MODE: 'production',
      [cards]: 'https://cards.example',
      PASSBOOK_BANK_ACCOUNT_CHECK_URL: 'http://accounts.example',
    });
    expect(problems).toContainEqual(expect.stringContaining('PASSBOOK_CARD_PROCESSOR_KEY: required in production'));
    expect(problems).toContain('PASSBOOK_BANK_ACCOUNT_CHECK_URL: must be https in production');
  });
});

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
