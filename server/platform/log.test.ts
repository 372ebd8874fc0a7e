import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

const secret = '4242424242424242';

test.each([
  ['a card number', { body: { Payment: { Method: { CardNumber: secret } } } }],
  ['a password', { body: { password: secret } }],
  ['a token', { headers: { usertoken: secret, cookie: secret } }],
  ['an account number', { AccountNumber: secret, accountNumber: secret }],
  ['the row that a database error quotes', { err: Object.assign(new Error('duplicate key'), { detail: secret }) }],
])('a log line never contains %s', (_what, entry) => {
  expect(logged(entry)).not.toContain(secret);
});

test('an error is logged with its message, code and cause', () => {
  const error = Object.assign(new Error('outer', { cause: new Error('inner') }), { code: 'E1' });
  expect(logged({ err: error })).toMatch(/"message":"outer","code":"E1".*"cause":{"type":"Error","message":"inner"/);
});

test('a copy of an error, and the failures of several addresses, are logged with their reason', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  expect(logged({ err: { code: refused.code, message: refused.message } })).toContain(
    '"message":"connect ECONNREFUSED 127.0.0.1:5432","code":"ECONNREFUSED"',
  );
  expect(logged({ err: { code: 'ECONNREFUSED', message: '' } })).toContain('"message":"ECONNREFUSED"');
  expect(logged({ err: new AggregateError([refused]) })).toContain('"message":"connect ECONNREFUSED 127.0.0.1:5432"');
});

function logged(entry: object): string {
  let text = '';
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  createLog('debug', destination).info(entry, 'said');
  expect(text).toContain('said');
  return text;
}
