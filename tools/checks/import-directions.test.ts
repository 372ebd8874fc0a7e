import { describe, expect, it } from 'vitest';
import { checkImportDirections } from './import-directions.ts';
import { parseSource } from './source-file.ts';

describe('import directions', () => {
  it.each([
    ['common/core/money.ts', '#common/accounts/rules/account.ts'],
    ['common/payments/rules/fees.ts', '#common/payments/texts.ts'],
    ['common/accounts/accounts.wire.ts', '#server/services.ts'],
    ['common/payments/rules/fees.ts', 'node:fs'],
    ['common/payments/rules/fees.ts', 'react'],
    ['server/app.ts', '#web/paths.ts'],
    ['server/payments/submit.command.ts', '#server/accounts/accounts.queries.ts'],
    ['server/payments/submit.command.ts', '#server/host/books/embedded-host.ts'],
    ['server/institution/setup.routes.ts', '#server/identity/users/users.queries.ts'],
    ['server/messages/notice.ts', '#server/payments/payments.queries.ts'],
    ['server/payments/submit.command.ts', '#demo/demonstration.ts'],
    ['server/platform/clock.ts', '#server/accounts/accounts.queries.ts'],
    ['server/host/books/loan-transfers.queries.ts', '#server/payments/payments.queries.ts'],
    ['server/payments-network/sandbox/sandbox-server.ts', '#server/host/host.ts'],
    ['server/app.ts', 'react'],
    ['web/data/client.ts', '#server/services.ts'],
    ['web/data/client.ts', '../kit/Field.tsx'],
    ['web/ui/Button.tsx', '../kit/Field.tsx'],
    ['web/ui/Button.tsx', '../paths.ts'],
    ['web/kit/Field.tsx', '#web/identity/sign-in/SignIn.tsx'],
    ['web/shell/Menu.tsx', '#web/identity/sign-in/SignIn.tsx'],
    ['web/payments/PaymentForm.tsx', '../accounts/Dashboard.tsx'],
    ['web/data/client.ts', '#common/accounts/accounts.api.ts'],
    ['web/kit/Text.tsx', '#common/contract/all-texts.ts'],
    ['web/data/client.ts', 'zod'],
    ['web/data/client.ts', 'fastify'],
    ['tools/check.ts', '#server/services.ts'],
  ])('%s must not import %s', (path, specifier) => {
    const [violation, ...more] = violationsOf(path, `import { it } from '${specifier}';`);
    expect(violation).toMatchObject({ file: path, line: 1, problem: `imports ${specifier}` });
    expect(violation?.fix).not.toBe('');
    expect(more).toEqual([]);
  });

  it.each([
    ['common/core/money.ts', './results.ts'],
    ['common/payments/rules/fees.ts', '#common/core/money.ts'],
    ['common/accounts/accounts.api.ts', 'zod'],
    ['server/payments/submit.command.ts', './payments.queries.ts'],
    ['server/accounts/accounts.routes.ts', '#server/payments/payments.queries.ts'],
    ['server/payments/submit/submit.command.ts', '#server/identity/users/users.queries.ts'],
    ['server/payments/end-of-day/returns.cli.ts', '#server/host/books/embedded-host.ts'],
    ['web/accounts/Dashboard.tsx', '../payments/PaymentForm.tsx'],
    ['server/payments/submit.command.ts', '#server/host/host.ts'],
    ['server/all-handlers.ts', './payments/payments.routes.ts'],
    ['server/main.ts', './host/books/embedded-host.ts'],
    ['web/kit/Field.tsx', '../ui/Input.tsx'],
    ['web/accounts/Dashboard.tsx', '#web/kit/Table.tsx'],
    ['web/accounts/Dashboard.tsx', './LoanRow.tsx'],
    ['web/routes.tsx', './accounts/Dashboard.tsx'],
    ['server/accounts/accounts.routes.test.ts', '#server/identity/sign-in/sign-in.queries.ts'],
  ])('%s may import %s', (path, specifier) => {
    expect(violationsOf(path, `import { it } from '${specifier}';`)).toEqual([]);
  });

  it('lets the browser see the types of the contract', () => {
    expect(violationsOf('web/data/client.ts', `import type { Contract } from '#common/contract/all-apis.ts';`)).toEqual(
      [],
    );
  });

  it('covers re-exports and dynamic imports', () => {
    expect(violationsOf('web/ui/Button.tsx', `export { it } from '../kit/Field.tsx';`)).toHaveLength(1);
    expect(violationsOf('web/ui/Button.tsx', `const kit = import('../kit/Field.tsx');`)).toHaveLength(1);
  });
});

function violationsOf(path: string, text: string) {
  return checkImportDirections([parseSource(path, text)]);
}
