import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { describeProtocol } from './describe-protocol.ts';
import { operations } from './protocol.ts';

test('the file in docs matches the protocol', async () => {
  const file: unknown = JSON.parse(await readFile('docs/host-protocol.openapi.json', 'utf8'));
  const fix = 'run: npm run passbook -- host describe docs/host-protocol.openapi.json';
  expect(file, fix).toEqual(JSON.parse(JSON.stringify(describeProtocol())));
});

test('every operation has a typed input and declares whether it may be repeated', () => {
  const { paths } = describeProtocol() as { readonly paths: Readonly<Record<string, unknown>> };
  expect(Object.keys(paths)).toHaveLength(Object.keys(operations).length);
  const posting = JSON.stringify(paths['/v1/postPayment']);
  expect(posting).toContain('"amountCents":{"type":"integer"');
  expect(posting).toContain('doing it again changes nothing');
  expect(JSON.stringify(paths['/v1/takeApplicationNotice'])).toContain('Must not be sent again');
});
