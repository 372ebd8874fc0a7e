import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { day } from '#common/core/dates.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import { runHostTasks } from './host-tasks/run-host-tasks.command.ts';
import { loginCommand } from './identity/sign-in/login.cli.ts';
import { isUnderMaintenance } from './institution/operating-state.queries.ts';
import { maintenanceCommand } from './institution/maintenance.cli.ts';
import { listNewestMessages } from './messages/outbox.queries.ts';
import { beginBusinessDay } from './payments/end-of-day/business-days.queries.ts';
import { endOfDayCommand } from './payments/end-of-day/end-of-day.cli.ts';
import { backupCommand } from './platform/backup/backup.cli.ts';
import type { Command } from './platform/cli/command.ts';
import { inviteCommand } from './registration/invite.cli.ts';
import { runComposed } from './run-composed.ts';

const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined);
const by = ['--by', 'Ana Silva'];
const ownWords = '{ "noticeMail.userRestrictedSubject": "In our own words" }';
let data: string;
let folder: string;
let test: TestApp;

beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'passbook-command-'));
  folder = await writeInstitution({});
  await writeFile(path.join(folder, 'texts.json'), ownWords);
  test = await createTestApp({ environment: { PASSBOOK_INSTITUTION: folder } });
});

afterEach(() => {
  printed.mockClear();
  complained.mockClear();
});

afterAll(async () => {
  printed.mockRestore();
  complained.mockRestore();
  await test.close();
  await Promise.all([data, folder].map((each) => rm(each, { recursive: true })));
});

function operate(command: Command, ...args: readonly string[]): Promise<number> {
  const { config, database, jobStore, clock } = test.services;
  const environment = {
    PASSBOOK_MODE: 'test',
    PASSBOOK_DATA: config.dataFolder,
    PASSBOOK_INSTITUTION: folder,
    PASSBOOK_FIELD_KEY: Buffer.from(config.fieldKey ?? []).toString('base64'),
    PASSBOOK_CARD_PROCESSOR_URL: 'http://localhost:1/',
    PASSBOOK_TEXT_MESSAGES_URL: 'https://texts.example',
  };
  return runComposed(command, args, environment, {
    database: { kind: jobStore.kind, database, jobStore, close: () => Promise.resolve() },
    clock,
  });
}

async function whileBroken(file: string, content: string, act: () => Promise<void>): Promise<void> {
  const place = path.join(folder, file);
  const before = await readFile(place, 'utf8');
  await writeFile(place, content);
  try {
    await act();
  } finally {
    await writeFile(place, before);
  }
}

describe('an operator whose institution has a mistake', () => {
  it.each([
    ['texts.json', '{ "login.heading": "Hi", }'],
    ['options.json', '{ "loginOptions.hideEverything": true }'],
    ['institution.json', '{'],
  ])('in %s can back up, restrict a login and close the site, and is warned', async (file, content) => {
    await whileBroken(file, content, async () => {
      const { services } = test;
      const backup = path.join(data, `backup-${file}`);
      expect(await operate(backupCommand, backup, ...by)).toBe(0);
      expect(await readdir(backup)).toContain('institution');
      const warning = complained.mock.calls.flat().join('\n');
      expect(warning).toMatch(/^WARNING: the institution's folder is broken.*none can start/);
      expect(warning).toContain(path.join(folder, file));

      expect(await operate(loginCommand, 'restrict', 'pat.empty', ...by)).toBe(0);
      expect(printed).toHaveBeenLastCalledWith('pat.empty is restricted.');
      // A process that loaded the folder before finds the words.
      expect((await listNewestMessages(services, 1))[0]?.subject).not.toBe('In our own words');
      await runHostTasks(services, new AbortController().signal);
      expect((await listNewestMessages(services, 1))[0]?.subject).toBe('In our own words');
      await services.database.deleteFrom('outbox_messages').execute();
      expect(await operate(loginCommand, 'open', 'pat.empty', ...by)).toBe(0);

      expect(await operate(maintenanceCommand, 'on', ...by)).toBe(0);
      expect(await isUnderMaintenance(services.database)).toBe(true);
      expect(await operate(maintenanceCommand, 'off', ...by)).toBe(0);
    });
  });

  it("can read a business day's state, unless the time zone can't be read, but not close days", async () => {
    await beginBusinessDay(test.services.database, day('2026-11-20'));
    await whileBroken('texts.json', '{', async () => {
      expect(await operate(endOfDayCommand, 'show', '2026-11-20')).toBe(1);
      expect(printed.mock.calls.flat().join('\n')).toContain('Business day 11/20/2026 (not closed yet)');
      await expect(operate(endOfDayCommand)).rejects.toThrow(/texts\.json: is not JSON/);
    });
    await whileBroken('institution.json', '{', async () => {
      await expect(operate(endOfDayCommand, 'show', '2026-11-20')).rejects.toThrow(/institution\.json: is not JSON/);
    });
  });

  it("can't write to customers", async () => {
    await whileBroken('texts.json', '{', async () => {
      await expect(operate(inviteCommand, 'customers.csv', ...by)).rejects.toThrow(/texts\.json: is not JSON/);
    });
  });
});

it('an operator whose institution is right is not warned', async () => {
  expect(await operate(maintenanceCommand, 'off', ...by)).toBe(0);
  expect(complained).not.toHaveBeenCalled();
});
