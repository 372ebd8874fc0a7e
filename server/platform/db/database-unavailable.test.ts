import { describe, expect, it } from 'vitest';
import { isDatabaseUnavailable } from './database-unavailable.ts';

function withCode(code: string): Error {
  return Object.assign(new Error('something'), { code });
}

describe('a retry may work', () => {
  it.each([
    ['a connection that PostgreSQL ended', withCode('57P01')],
    ['PostgreSQL that is starting', withCode('57P03')],
    ['too many connections', withCode('53300')],
    ['a lost connection', withCode('08006')],
    ['a standby that was asked to write', withCode('25006')],
    ['a deadlock', withCode('40P01')],
    ['a lock that took too long', withCode('55P03')],
    ['connection refused', withCode('ECONNREFUSED')],
    ['connection refused at several addresses', new AggregateError([withCode('ECONNREFUSED')], 'all failed')],
    ['a connection cut in the middle', new Error('Connection terminated unexpectedly')],
    ['no free connection in time', new Error('timeout exceeded when trying to connect')],
    ['a statement that got no answer in time', new Error('Query read timeout')],
    ['any of these as a cause', new Error('The payment failed', { cause: withCode('57P01') })],
  ])('after %s', (_, error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each([
    ['a value that breaks a constraint', withCode('23505')],
    ['a statement with a mistake', withCode('42601')],
    ['an error of ours', new Error('The books do not balance')],
    ['an error whose cause is ours', new Error('failed', { cause: new Error('other') })],
    ['something that is not an error', 'ECONNREFUSED'],
  ])('but not after %s', (_, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});
