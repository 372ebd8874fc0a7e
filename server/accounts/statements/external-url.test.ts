import { describe, expect, test } from 'vitest';
import { openTab } from '#tests/builders/account-calls.ts';
import { listStatements, ticketFor } from '#tests/builders/statement-calls.ts';
import { createTestApp, type TestAppOptions } from '#tests/builders/test-app.ts';

const AUTO = '101-004417-2';

describe('an outside service', () => {
  const external: TestAppOptions['options'] = {
    'estatementOptions.provider': 'amsive',
    'estatementOptions.externalUrl': 'https://statements.example/view?account={number}&on={date}&id={id}',
    'estatementOptions.externalHosts': ['statements.example'],
  };

  async function urlFrom(options: TestAppOptions['options']) {
    const other = await createTestApp({ options: { ...external, ...options } });
    const caller = await other.signIn('margaret.okafor');
    const [item] = await listStatements(caller, AUTO, 2026);
    if (!item) throw new Error('The statement was not found');
    const { Date, Number, Type, Id } = item;
    const UserToken = await ticketFor(caller, Id, 'findStatementUrl');
    const query = new URLSearchParams({ UserToken, Date, Number, Type, Id });
    const url = `/api/AccountEstatements/GetAmsiveStatementUrl?${query.toString()}`;
    const answers = [await openTab(other, caller, url), await openTab(other, caller, url)];
    await other.close();
    return { provider: item.Provider, answers };
  }

  test('shows statements at an allowed host, and gives the address once per ticket', async () => {
    const { provider, answers } = await urlFrom({});
    expect(provider).toBe(1);
    expect(answers[0]?.json()).toEqual({
      HasNoErrors: true,
      Errors: [],
      StatementUrl: `https://statements.example/view?account=${AUTO}&on=2026-10-31&id=${AUTO}.2026-10`,
    });
    expect(answers[1]?.statusCode).toBe(401);
  });

  test.each([
    ['of another host', 'https://elsewhere.example/view?id={id}'],
    ['that is not encrypted', 'http://statements.example/view?id={id}'],
    ['that disguises its host', 'https://statements.example@elsewhere.example/{id}'],
    ['that is invalid', ''],
  ])('is never called at %s', async (_name, pattern) => {
    const { answers } = await urlFrom({ 'estatementOptions.externalUrl': pattern });
    expect(answers[0]?.statusCode).toBe(403);
  });
});
