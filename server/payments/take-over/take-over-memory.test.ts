import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRegistrationScene, type RegistrationScene } from '#tests/builders/registration-scene.ts';
import { importAutopay } from './import-autopay.ts';
import { importMethods } from './import-methods.ts';

const choices = { by: 'Ana Silva', dryRun: false, acceptUnlikely: false };

let scene: RegistrationScene;

beforeAll(async () => {
  scene = await createRegistrationScene();
});

afterAll(() => scene.test.close());

describe('memory stays flat', () => {
  const columns = ['method', 'token', 'brand', 'last_four', 'expiration', 'card_kind'];
  const cardFields = (index: number) =>
    ['card', `tok_${index}_${'x'.repeat(40)}`, 'visa', '4242', '12/30', 'debit'].join(',');

  /** Generates a file line by line and notes how much memory is in use while it is read. */
  function generated(lines: number, first: string, lineOf: (index: number) => string) {
    const used: number[] = [];
    const collectGarbage = exposeGarbageCollector();
    function* chunks() {
      yield `${first}\n`;
      for (let index = 0; index < lines; index += 1) {
        if (index % 4_000 === 0) {
          collectGarbage();
          used.push(process.memoryUsage().heapUsed);
        }
        yield `${lineOf(index)}\n`;
      }
    }
    // From any moment to a later one: what was there before may be given up meanwhile.
    const grownBy = () =>
      Math.max(...used.map((later, index) => later - Math.min(...used.slice(0, index + 1)))) / 1_000_000;
    return { open: () => Readable.from(chunks()), grownBy };
  }

  test('with many saved methods', async () => {
    const { customerId } = await scene.newcomer();
    const ofCards = (lines: number) =>
      generated(lines, ['customer_id', ...columns].join(','), (index) => `${customerId},${cardFields(index)}`);
    const dryRun = (file: ReturnType<typeof generated>) =>
      importMethods(scene.test.services, file.open, { ...choices, dryRun: true });
    // What is loaded at the first import stays.
    await dryRun(ofCards(1));
    const file = ofCards(40_000);
    const report = await dryRun(file);
    expect(report).toMatchObject({ lines: 40_000, problems: [] });
    // A batch takes 2; the whole file in memory takes 12.
    expect(file.grownBy()).toBeLessThan(6);
  });

  test('with many recurring payments, all of which are wrong', async () => {
    const own = ['reference', 'customer_id', 'account_number', 'schedule', 'first_on', 'next_on', 'amount'];
    const wrong = (lines: number) =>
      generated(lines, [...own, ...columns].join(','), (index) =>
        [
          `A-${index}`,
          `none-${index}`,
          `101-${index}-1`,
          'Weekly',
          '2027-01-01,2027-01-01,5.00',
          cardFields(index),
        ].join(','),
      );
    await importAutopay(scene.test.services, wrong(1).open, choices);
    const file = wrong(16_000);
    const report = await importAutopay(scene.test.services, file.open, choices);
    expect(report).toMatchObject({ lines: 16_000, problemCount: 16_000, added: 0 });
    // A batch and its keys take 9; the whole file in memory takes 24.
    expect(file.grownBy()).toBeLessThan(15);
  });
});

function exposeGarbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
