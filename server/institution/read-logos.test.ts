import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeMail } from '#server/messages/compose-mail.ts';
import { PdfDocument } from '#server/platform/pdf/pdf-document.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';
import { sheetLogoOf } from '#server/platform/pdf/sheet-logo.ts';
import { readPdf } from '#tests/support/read-pdf.ts';
import { loadInstitution } from './load-institution.ts';

/** One red pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'passbook-logos-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function load(name: string, options: object, assets: Readonly<Record<string, string | Buffer>>) {
  const own = path.join(folder, name);
  await mkdir(path.join(own, 'assets'), { recursive: true });
  const profile = { name: 'Granite Credit Union', phone: '(555) 010-2000', hours: 'Mon–Fri 9 AM–5 PM ET' };
  await writeFile(path.join(own, 'institution.json'), JSON.stringify(profile));
  await writeFile(
    path.join(own, 'options.json'),
    JSON.stringify({ 'messageOptions.sendTo': 'service@granite.example', ...options }),
  );
  for (const [file, content] of Object.entries(assets)) await writeFile(path.join(own, 'assets', file), content);
  return loadInstitution(own);
}

const onWhite = { 'globalOptions.logoUrl': '/institution/logo.svg' };

test('a logo that emails can show is found beside the one of the pages', async () => {
  const institution = await load('beside', onWhite, { 'logo.svg': svg, 'logo.png': pixel });
  expect(institution.logos).toEqual({
    onWhite: { type: 'image/png', base64: pixel.toString('base64') },
    onBrand: null,
  });
  const mail = composeMail(institution, {
    occasion: 'a',
    recipient: 'ada@example.com',
    subject: { key: 'activateMail.codeSubject' },
    body: { key: 'activateMail.codeBody' },
  });
  expect(mail?.html).toContain('<img src="cid:logo" alt="Granite Credit Union"');
});

test('without a logo, emails and printed pages show the name', async () => {
  const institution = await load('svg', onWhite, { 'logo.svg': svg });
  expect(institution.logos).toEqual({ onWhite: null, onBrand: null });
  expect(sheetLogoOf(institution)).toBeNull();
});

test('a printed page has the logo with the name as its words, preferably the one for the color of the brand', async () => {
  const both = { 'globalOptions.logoUrl': '/institution/a.png', 'globalOptions.logoOnBrandUrl': '/institution/b.png' };
  const institution = await load('both', both, { 'a.png': pixel, 'b.png': pixel });
  const logo = sheetLogoOf(institution);
  expect(logo?.on).toBe('brand');
  const document = new PdfDocument({
    title: 'Page',
    subject: 'Subject',
    madeAt: Temporal.Instant.from('2026-11-25T12:00:00Z'),
    words: documentWords(institution.texts),
    colors: institution.theme,
    logo,
  });
  document.heading('Heading');
  const pdf = await readPdf(await document.draw());
  expect(pdf.tags).toContain('Figure');
});

test('a file too large for every email is refused', async () => {
  const loading = load('large', onWhite, { 'logo.svg': svg, 'logo.png': Buffer.alloc(200_001) });
  await expect(loading).rejects.toThrow(/logo\.png has 200001 bytes; a logo for emails may have 200000/);
});
