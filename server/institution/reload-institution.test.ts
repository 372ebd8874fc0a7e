import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listHealthToday } from '#server/desk/health/health-today.ts';
import { startReloading } from '#server/setup/start-reloading.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';

let folder: string;
let test: TestApp;

beforeAll(async () => {
  folder = await writeInstitution({}, { 'login.heading': 'Before' });
  test = await createTestApp({ environment: { PASSBOOK_INSTITUTION: folder } });
});

afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

async function textsSent(): Promise<Record<string, string | null>> {
  const response = await test.app.inject({ url: '/api/setup/ApplicationOptions' });
  return response.json<{ gassySettings: { english: Record<string, string | null> } }>().gassySettings.english;
}

async function headingShown(): Promise<unknown> {
  return (await textsSent())['login.heading'];
}

async function brokenInMetrics(): Promise<string | undefined> {
  const text = await test.services.metrics.registry.getSingleMetricAsString('passbook_institution_folder_broken');
  return text.split(' ').at(-1);
}

function write(file: string, content: unknown): Promise<void> {
  return writeFile(path.join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
}

it('customers see changed texts, colors and options without a restart', async () => {
  const reloading = startReloading(test.services, () => test.app.renewSite());
  await write('texts.json', { 'login.heading': 'After' });
  await write('theme.json', { brand: '#123456' });
  expect(await headingShown()).toBe('Before');
  expect(await reloading.reload()).toBe(true);
  reloading.stop();
  expect(await headingShown()).toBe('After');
  expect((await test.app.inject({ url: '/institution/theme.css' })).body).toContain('--brand: #123456');
});

it.each<[string, string, unknown, string, RegExp]>([
  ['a broken file', 'texts.json', '{', '1', /^bad Institution's folder: .*texts\.json: .* no server could start/],
  [
    'an unknown option',
    'options.json',
    { 'paymentOptions.allowViza': true },
    '1',
    /^bad Institution's folder: .*options\.json: .* no server could start/,
  ],
  [
    'another time zone, which the clock has from the start',
    'institution.json',
    { timeZone: 'America/Chicago' },
    '0',
    /^warn Institution's folder: changed files wait for a restart: "timeZone" changes only/,
  ],
])(
  '%s is refused and shown to staff, and the old institution keeps serving',
  async (_what, file, content, broken, shown) => {
    const reloading = startReloading(test.services);
    const before = await headingShown();
    const extended = { extends: path.resolve('institutions/harbor') };
    await write(file, file === 'institution.json' ? { ...extended, ...(content as object) } : content);
    expect(await reloading.reload()).toBe(false);
    expect(await headingShown()).toBe(before);
    expect(await brokenInMetrics()).toBe(broken);
    const { needs } = await listHealthToday(test.services);
    expect(needs.map(({ tone, title }) => `${tone} ${title}`)).toEqual([expect.stringMatching(shown)]);
    await write(file, file === 'institution.json' ? extended : {});
    expect(await reloading.reload()).toBe(true);
    reloading.stop();
    expect(await brokenInMetrics()).toBe('0');
    expect((await listHealthToday(test.services)).needs).toEqual([]);
  },
);

it('a change is noticed by itself', async () => {
  const reloading = startReloading(test.services);
  try {
    // The first look remembers what is there.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await write('texts.json', { 'login.heading': 'Noticed' });
    const until = performance.now() + 15_000;
    while ((await headingShown()) !== 'Noticed' && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await headingShown()).toBe('Noticed');
  } finally {
    reloading.stop();
  }
});

it('browsers get no words of emails, text messages and PDFs', async () => {
  const sent = Object.keys(await textsSent());
  expect(sent).toEqual(expect.arrayContaining(['login.heading', 'payMethod.heading']));
  expect(sent.filter((key) => /^\w+(Mail|Text|Pdf)\./.test(key))).toEqual([]);
});
