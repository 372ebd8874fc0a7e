import { countOf } from '#common/core/counts.ts';
import { recordOperatorAction } from '#server/platform/audit/record-operator-action.ts';
import type { AnyContext, Command } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { readKeyFile } from './field-key.ts';
import { addFieldKey, listSealKeys, rewrapFieldKeys } from './field-keys.queries.ts';
import { createLocalKeyWrapper } from './key-wrapper.ts';

export const keysCommand: Command = {
  name: 'keys',
  summary: 'Lists the keys of sealed fields, adds a new one, or wraps them with another field key',
  usage: `Usage: passbook keys list
       passbook keys rotate --by NAME
       passbook keys rewrap FILE --by NAME

rotate adds a key. It seals new values after half a minute, and a job seals older ones with it while
the portal serves. Older keys stay readable.
rewrap protects all keys with the field key in FILE (base64). Then give every process that key as
PASSBOOK_FIELD_KEY; running processes go on until their next start.`,
  run: changeKeys,
  runWithoutInstitution: changeKeys,
};

async function changeKeys(args: readonly string[], services: AnyContext): Promise<number> {
  const { by, rest } = takeOperator(args);
  const [action, file, ...more] = rest;
  const isUsage = more.length > 0 || (action === 'rewrap') !== (file !== undefined);
  if (isUsage || !['list', 'rotate', 'rewrap'].includes(action ?? '')) {
    console.error(keysCommand.usage);
    return 2;
  }
  if (action === 'list') return list(services);
  if (!isNamed(by)) return 2;
  return file === undefined ? rotate(services, by) : rewrap(services, file, by);
}

async function list({ database, fieldKeys }: AnyContext): Promise<number> {
  for (const { keyId, isActive, retiredAt } of await listSealKeys(database)) {
    const state = keyId === fieldKeys.current() ? 'seals' : isActive ? 'older values only' : 'seals soon';
    console.log(`Key ${keyId}: ${retiredAt ? `retired ${retiredAt.toString()}` : state}`);
  }
  return 0;
}

async function rotate(services: AnyContext, by: string): Promise<number> {
  const keyId = await inTransaction(services.database, (transaction) =>
    addFieldKey(transaction, services.fieldKeys.wrapper),
  );
  await recordOperatorAction(services, { action: 'field-key-added', by, details: { keyId } });
  console.log(`Key ${keyId} seals new values in half a minute. Older values follow; see "passbook keys list".`);
  return 0;
}

async function rewrap(services: AnyContext, file: string, by: string): Promise<number> {
  const after = createLocalKeyWrapper(await readKeyFile(file));
  const count = await inTransaction(services.database, (transaction) =>
    rewrapFieldKeys(transaction, services.fieldKeys.wrapper, after),
  );
  await recordOperatorAction(services, { action: 'field-keys-rewrapped', by, details: { count } });
  console.log(
    `${countOf(count, 'key is', 'keys are')} now protected by the key in ${file}. Set PASSBOOK_FIELD_KEY to it everywhere.`,
  );
  return 0;
}
