import fastify from 'fastify';
import { expect, it } from 'vitest';
import { answerErrorsGenerically } from '#server/platform/http/error-handler.ts';
import { readPdf } from '#tests/support/read-pdf.ts';
import { loadInstitution } from '#server/institution/load-institution.ts';
import { documentWords } from './document-words.ts';
import { PdfDocument } from './pdf-document.ts';

const { texts, theme } = await loadInstitution('institutions/harbor');

function createDocument(subject = 'Test') {
  const madeAt = Temporal.Instant.from('2026-11-23T12:00:00Z');
  return new PdfDocument({ title: 'Figures', subject, madeAt, words: documentWords(texts), colors: theme });
}

function createTable(rowCount: number) {
  const document = createDocument();
  const table = document.table([
    { header: 'Number', share: 0.5 },
    { header: 'Square', share: 0.5, numeric: true },
  ]);
  for (let number = 1; number <= rowCount; number += 1) table.row([String(number), String(number * number)]);
  return document;
}

it('a document has all its parts in order, and the same bytes each time', async () => {
  const document = createTable(2);
  document.heading('Sum');
  document.facts([{ label: 'Both', value: '5', total: true }]);
  const bytes = await document.draw();
  const { tables } = await readPdf(bytes);
  expect(tables).toEqual([
    [
      ['Number', 'Square'],
      ['1', '1'],
      ['2', '4'],
    ],
    [['Both', '5']],
  ]);
  expect(await document.draw()).toEqual(bytes);
});

it('other requests are answered while a large document is drawn', async () => {
  const app = fastify();
  app.get('/document', async () => Buffer.from(await createTable(5_000).draw()));
  app.get('/other', () => 'other');
  const order: string[] = [];
  const get = async (url: string) => {
    const { statusCode } = await app.inject(url);
    order.push(`${url} ${statusCode}`);
  };
  const large = get('/document');
  for (let count = 0; count < 5; count += 1) await get('/other');
  await large;
  expect(order).toEqual([...Array.from({ length: 5 }, () => '/other 200'), '/document 200']);
  await app.close();
});

it('a document that fails is one failed request with its reason in the log', async () => {
  const lines: string[] = [];
  const app = fastify({ logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } } });
  answerErrorsGenerically(app, { texts });
  app.get('/:size', async ({ params }) => {
    const document = createDocument();
    document.paragraph('Too large', { size: Number((params as { readonly size: string }).size) });
    return Buffer.from(await document.draw());
  });
  const failed = await app.inject('/NaN');
  expect(failed.statusCode).toBe(500);
  expect(failed.json()).toMatchObject({ Errors: [{ ErrorMessage: 'Error' }] });
  expect(lines.join('')).toContain('unsupported number: NaN');
  expect((await app.inject('/9')).statusCode).toBe(200);
  await app.close();
});
