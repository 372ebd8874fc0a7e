import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import {
  checkConformance,
  type ConformanceCheck,
  NotChecked,
  printConformance,
  runConformance,
} from './conformance.ts';

const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);

beforeEach(() => said.mockClear());
afterAll(() => said.mockRestore());

const check = (requirement: string, error?: Error): ConformanceCheck<null> => ({
  requirement,
  run: () => (error ? Promise.reject(error) : Promise.resolve()),
});

async function report(...checks: readonly ConformanceCheck<null>[]): Promise<[number, string[]]> {
  const code = printConformance(await runConformance(checks, null));
  return [code, said.mock.calls.flat().join('\n').split('\n')];
}

it('a check that did not run is not reported as passed', async () => {
  const [code, lines] = await report(
    check('It answers'),
    check('It declines', new NotChecked('add --declined NUMBER')),
  );
  expect(code).toBe(0);
  expect(lines).toEqual([
    'ok           It answers',
    'not checked  It declines',
    '             add --declined NUMBER',
    '',
    'The only check passed. 1 was not checked.',
  ]);
});

it('an address with a wrong path is suspected where every check gets the same answer', async () => {
  const refused = new Error('The payments network answered 422');
  const same = await report(check('It answers', refused), check('It charges', refused), check('It settles', refused));
  expect(same[1]).toContain('Every check failed in the same way. Check the address with its path, and the key.');
  said.mockClear();
  const [, lines] = await report(check('It answers'), check('It charges', refused), check('It settles', refused));
  expect(lines.join()).not.toContain('Every check');
});

it('a certificate of an unknown authority is explained once, below all checks', async () => {
  const refused = new Error('No answer from the payments network: DEPTH_ZERO_SELF_SIGNED_CERT');
  const [code, lines] = await report(check('It answers', refused), check('It charges', refused));
  expect(code).toBe(1);
  expect(lines.filter((line) => line.includes('NODE_EXTRA_CA_CERTS'))).toHaveLength(1);
  expect(lines.at(-1)).toBe('2 of 2 checks failed.');
});

it.each([
  [
    'where no server listens',
    new Error('No answer', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) }),
    'No server listens at http://127.0.0.1:1 (ECONNREFUSED). Start it, or correct the address.',
  ],
  [
    'that stays silent',
    new Error('No answer', { cause: new DOMException('The operation was aborted', 'TimeoutError') }),
    "http://127.0.0.1:1 doesn't answer in time. Check the address and the firewall.",
  ],
  [
    'that refuses the key',
    new Error('The payments network answered 401'),
    'The key is refused: The payments network answered 401. Check PASSBOOK_CARD_PROCESSOR_KEY.',
  ],
])('a service %s is told once, instead of at every check', async (_, error, told) => {
  const tryOut = () => Promise.reject(error);
  const service = { url: 'http://127.0.0.1:1', keyVariable: 'PASSBOOK_CARD_PROCESSOR_KEY', subject: null, tryOut };
  expect(await checkConformance([check('It answers', error)], service)).toBe(1);
  expect(said.mock.calls.flat()).toEqual([`${told}\nNothing was checked.`]);
});

it('a service that answers otherwise than it must is checked', async () => {
  const error = new Error('The payments network answered 500');
  const tryOut = () => Promise.reject(error);
  const service = { url: 'http://127.0.0.1:1', keyVariable: 'PASSBOOK_HOST_KEY', subject: null, tryOut };
  expect(await checkConformance([check('It answers', error)], service)).toBe(1);
  expect(said.mock.calls.flat().join('\n')).toContain('FAILED       It answers');
});
