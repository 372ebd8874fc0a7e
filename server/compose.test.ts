import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { markDemonstration } from '#server/institution/operating-state.queries.ts';
import { readConfig } from '#server/platform/config.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { createLog, type Log } from '#server/platform/log.ts';
import { createTestDatabase } from '#tests/support/databases.ts';
import { compose } from './compose.ts';
import { logSettingWarnings } from './setup/check-settings.ts';

const fieldKey = randomBytes(32).toString('base64');
let folder: string;
let opened: OpenDatabase;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'passbook-compose-'));
  opened = await createTestDatabase();
  const institution = {
    name: 'Own Lending',
    shortName: 'Own',
    timeZone: 'America/Chicago',
    phone: '(555) 010-2000',
    hours: 'Mon–Fri 9 AM–5 PM CT',
  };
  await writeFile(path.join(folder, 'institution.json'), JSON.stringify(institution));
  await writeFile(path.join(folder, 'options.json'), '{"globalOptions.hideContactUsOption":true}');
});

afterEach(async () => {
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

function start(environment: Readonly<Record<string, string>>, log?: Log) {
  const config = readConfig({
    PASSBOOK_DATA: folder,
    PASSBOOK_LOG_LEVEL: 'silent',
    PASSBOOK_FIELD_KEY: fieldKey,
    PASSBOOK_CARD_PROCESSOR_URL: 'http://localhost:1/',
    PASSBOOK_TEXT_MESSAGES_URL: 'https://texts.example',
    ...environment,
  });
  return compose(config, { database: { ...opened, close: () => Promise.resolve() }, ...(log && { log }) });
}

it('a start with another field key is refused before anything is served', async () => {
  const first = await start({ PASSBOOK_MODE: 'test' });
  await first.close();
  const otherKey = randomBytes(32).toString('base64');
  await expect(start({ PASSBOOK_MODE: 'test', PASSBOOK_FIELD_KEY: otherKey })).rejects.toThrow(/key/i);
});

const production = {
  PASSBOOK_MODE: 'production',
  DATABASE_URL: 'postgres://passbook@database/passbook?sslmode=verify-full',
  PASSBOOK_CARD_PROCESSOR_URL: 'https://cards.example/v1',
  PASSBOOK_CARD_PROCESSOR_KEY: 'key-of-the-processor',
  PASSBOOK_SMTP_URL: 'smtps://passbook@mail.example',
  PASSBOOK_MAIL_FROM: 'service@own.example',
  PASSBOOK_PUBLIC_URL: 'https://portal.own.example',
  PASSBOOK_TRUSTED_PROXY: '10.0.0.2',
  PASSBOOK_CLAMD: 'none',
};

it('production refuses a database that a demonstration filled', async () => {
  await markDemonstration(opened.database);
  await expect(start({ ...production, PASSBOOK_INSTITUTION: folder })).rejects.toThrow(
    'a demonstration filled this database',
  );
});

it('a server in production warns of terms that customers would agree to as a placeholder, and a command does not', async () => {
  await writeFile(
    path.join(folder, 'agreements.json'),
    '[{ "setup": "https://own.example/terms|2026-01-01|Terms of Use|1", "richText": "<p>Replace these words.</p>" }]',
  );
  const log = createLog('silent');
  const warned = vi.spyOn(log, 'warn');
  const started = await start({ ...production, PASSBOOK_INSTITUTION: folder }, log);
  expect(warned).not.toHaveBeenCalled();
  await logSettingWarnings(started.services);
  await started.close();
  expect(warned).toHaveBeenCalledWith(expect.stringContaining('the words of "Terms of Use" are a placeholder'));
});
