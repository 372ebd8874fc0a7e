import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { defaultTexts } from '#common/contract/all-texts.ts';
import { messageCatalog } from './message-catalog.ts';

it('every text of a message is in the catalog', () => {
  const words = Object.keys(defaultTexts).filter((key) =>
    /(Mail\.(body|.*Body.*)|^(alert|notice|signIn)Text\..*)$/.test(key),
  );
  expect(words.filter((key) => !(key in messageCatalog))).toEqual([]);
});

it('text messages start with their sender', () => {
  const texts = Object.entries(messageCatalog).filter(([, { sender }]) => sender === 'textSender');
  const anonymous = texts.filter(([key]) => !defaultTexts[key as keyof typeof messageCatalog].startsWith('{sender}: '));
  expect(anonymous).toEqual([]);
});

it('only `enqueueMessage`, which checks permission, writes to the outbox', async () => {
  const server = fileURLToPath(new URL('../', import.meta.url));
  const files = (await readdir(server, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const writing: string[] = [];
  for (const file of files) {
    const text = await readFile(`${server}${file}`, 'utf8');
    if (/insertInto\('outbox_messages'\)|insertMany\('outbox_messages'|insert into outbox_messages/.test(text))
      writing.push(file);
  }
  expect(writing).toEqual(['messages/outbox.queries.ts']);
});
