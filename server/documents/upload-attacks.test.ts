import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VirusScanner } from '#server/platform/files/virus-scanner.ts';
import { admitUpload, MAX_ATTEMPTS, MAX_PER_USER, MAX_TOTAL } from '#server/platform/http/admit-upload.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { multipartBody, smallPdf, type UploadedFile, whatUploadsLeave } from '#tests/builders/uploads.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';

const TEN_MB = 10 * 1024 * 1024;

/** Flags a file that says it is infected, and throws for one that says so. */
const scanner: VirusScanner = {
  async scan(content) {
    const text = Buffer.from(content).toString('latin1');
    if (text.includes('SCANNER-DOWN')) throw new Error('no answer');
    return text.includes('EICAR') ? 'infected' : 'clean';
  },
};

let test: TestApp;
let customer: SignedInCaller;
let address: AddressInfo;

beforeAll(async () => {
  test = await createTestApp({ virusScanner: scanner });
  customer = await test.signIn('li.wei');
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  address = test.app.server.address() as AddressInfo;
});

afterAll(() => test.close());

function upload(file: UploadedFile, fileTypeId = '1', caller = customer) {
  const url = '/api/file/UploadByCustomerID';
  return caller.call({ method: 'POST', url, ...multipartBody({ FileTypeID: fileTypeId }, file) });
}

const remains = () => whatUploadsLeave(test.services);

const pdf = (content: string | Uint8Array, name = 'payslip.pdf'): UploadedFile => ({ name, content });

describe('an upload that is an attack or a mistake', () => {
  const wrongContent = "This file is damaged or doesn't match its extension. Choose another one.";
  const onlyThese = 'Upload a PDF, PNG, JPG, DOC, or DOCX file.';
  const wrongName = "We can't use this file name. Rename the file and try again.";
  it.each<[string, UploadedFile, number, string, string]>([
    ['a page that calls itself PDF', pdf('<!doctype html><script>alert(1)</script>'), 422, 'FileContent', wrongContent],
    ['a drawing that calls itself PNG', pdf('<svg onload="alert(1)"/>', 'a.png'), 422, 'FileContent', wrongContent],
    ['a program that calls itself PDF', pdf('MZ\u0090\u0000'), 422, 'FileContent', wrongContent],
    ['a PDF that calls itself PNG', pdf('%PDF-1.7\n', 'a.png'), 422, 'FileContent', wrongContent],
    ['a page', pdf('<p>hello</p>', 'page.html'), 422, 'FileType', onlyThese],
    ['a drawing', pdf('<svg/>', 'drawing.svg'), 422, 'FileType', onlyThese],
    ['a program after a PDF', pdf('%PDF-1.7\n', 'a.pdf.exe'), 422, 'FileType', onlyThese],
    [
      'a program before a PDF',
      pdf('%PDF-1.7\n', 'a.exe.pdf'),
      422,
      'FileEndings',
      'This file name has an extra extension inside it. Rename the file and try again.',
    ],
    ['a path upwards', pdf('%PDF-1.7\n', '../../../etc/cron.d/x.pdf'), 422, 'FileName', wrongName],
    ['a path of Windows', pdf('%PDF-1.7\n', String.raw`..\..\x.pdf`), 422, 'FileName', wrongName],
    ['no bytes at all', pdf(''), 422, 'EmptyFile', 'This file is empty. Choose another.'],
    [
      'a byte more than 10 MB',
      pdf(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(TEN_MB - 8)])),
      413,
      'FileTooLarge',
      'This file is over 10 MB. Choose a smaller one.',
    ],
    [
      'some kilobytes more, in a body that is not too large itself',
      pdf(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(TEN_MB + 500_000)])),
      413,
      'FileTooLarge',
      'This file is over 10 MB. Choose a smaller one.',
    ],
    [
      'twice the size',
      pdf(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2 * TEN_MB)])),
      413,
      'FileTooLarge',
      'This file is over 10 MB. Choose a smaller one.',
    ],
    [
      'macros',
      pdf(
        Buffer.from('d0cf11e0a1b11ae1' + Buffer.from('WordDocument _VBA_PROJECT', 'utf16le').toString('hex'), 'hex'),
        'a.doc',
      ),
      422,
      'FileMacros',
      'This file contains macros. Save it as a PDF or without macros, then try again.',
    ],
    [
      'another thing in the frame of Word',
      pdf(Buffer.from('d0cf11e0a1b11ae1' + Buffer.from('Workbook').toString('hex'), 'hex'), 'a.doc'),
      422,
      'FileContent',
      wrongContent,
    ],
    ['half a picture', pdf(Buffer.from('ffd8ffe000104a46494600', 'hex'), 'a.jpg'), 422, 'FileContent', wrongContent],
    [
      'a virus',
      pdf('%PDF-1.7\nEICAR'),
      422,
      'FileInfected',
      "We didn't accept this file because it may contain a virus.",
    ],
    [
      'what could not be scanned',
      pdf('%PDF-1.7\nSCANNER-DOWN'),
      503,
      'NotScanned',
      "We couldn't scan this file. Try again later.",
    ],
  ])('with %s is refused with its reason and leaves nothing', async (_what, file, status, code, message) => {
    const before = await remains();
    const response = await upload(file);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: code }], Message: message });
    expect(await remains()).toEqual({ ...before, incoming: [] });
  });

  it.each(['0', '7', '999'])('with the unknown type %s is refused', async (type) => {
    const before = await remains();
    const response = await upload(smallPdf, type);
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ Message: 'Choose a file type' });
    expect(await remains()).toEqual(before);
  });

  it('with two files, without one, or without a form is refused', async () => {
    const before = await remains();
    const two = multipartBody({ FileTypeID: '1' }, smallPdf);
    const half = two.payload.toString('latin1').replace(/--passbook-test-boundary--\r\n$/, '');
    const bodies = [
      half + two.payload.toString('latin1'),
      half,
      multipartBody({}, smallPdf).payload.toString('latin1'),
      '',
    ];
    for (const payload of bodies) {
      const response = await customer.call({ method: 'POST', url: '/api/file/UploadByCustomerID', ...two, payload });
      expect(response.statusCode).toBe(400);
    }
    const json = await customer.call({
      method: 'POST',
      url: '/api/file/UploadByCustomerID',
      payload: { FileTypeID: '1', file: 'x' },
    });
    expect(json.statusCode).toBe(400);
    expect(await remains()).toEqual(before);
  });

  it('in a field instead of a file is refused', async () => {
    const body = multipartBody({ FileTypeID: '1' }, smallPdf);
    const payload = body.payload.toString('latin1').replace(/; filename="[^"]*"\r\ncontent-type: [^\r]*/, '');
    const response = await customer.call({ method: 'POST', url: '/api/file/UploadByCustomerID', ...body, payload });
    expect(response.statusCode).toBe(400);
  });
});

describe('an interrupted upload', () => {
  it.each([
    ['in the middle of the file', 0.5],
    ['before the file begins', 0.000_01],
    ['just before the end', 0.999],
  ])('%s leaves nothing', async (_where, share) => {
    const before = await remains();
    const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(4 * 1024 * 1024, 'x')]);
    const { headers, payload } = multipartBody({ FileTypeID: '1' }, pdf(content));
    await new Promise<void>((resolve) => {
      const sending = httpRequest({
        host: address.address,
        port: address.port,
        method: 'POST',
        path: '/api/file/UploadByCustomerID',
        headers: { ...customer.headers, ...headers, 'content-length': String(payload.length) } as Record<
          string,
          string
        >,
      });
      sending.on('error', () => undefined);
      sending.on('close', resolve);
      sending.write(payload.subarray(0, Math.max(200, Math.floor(payload.length * share))), () =>
        setTimeout(() => sending.destroy(), 50),
      );
    });
    await expect.poll(remains).toEqual({ ...before, incoming: [] });
    expect((await upload({ ...smallPdf, name: 'after.pdf' })).statusCode, 'the server goes on').toBe(200);
  });
});

describe('too many uploads', () => {
  const send = (caller: SignedInCaller, index: number) =>
    upload(pdf(`%PDF-1.7\n${index}`, `${index}.pdf`), '1', caller);

  it('are refused beyond three at once per user, across sessions', async () => {
    const { services } = test;
    const callers = [await test.signIn('margaret.okafor'), await test.signIn('margaret.okafor')];
    const margaret = await findUserByLogin(services.database, 'margaret.okafor');
    const userId = margaret?.userId ?? 0;
    const before = await remains();
    const underWay = await Promise.all(Array.from({ length: MAX_PER_USER }, () => admitUpload(services, { userId })));
    for (const [index, caller] of callers.entries()) {
      const refused = await send(caller, index);
      expect(refused.statusCode).toBe(429);
      expect(refused.json()).toMatchObject({ Message: 'Too many uploads at once. Try again in a moment.' });
    }
    expect(await remains()).toEqual(before);
    underWay.forEach((admitted) => admitted.ok && admitted.value());
    for (const [index, caller] of callers.entries()) expect((await send(caller, index)).statusCode).toBe(200);
  });

  it('are refused beyond the limit for everyone together', async () => {
    const { services } = test;
    // A different user each, none of them in the demonstration.
    const people = Array.from({ length: MAX_TOTAL }, (_, index) => ({ userId: 900_000 + index }));
    const leaving = await Promise.all(people.map((person) => admitUpload(services, person)));
    const refused = await send(customer, 0);
    leaving.forEach((admitted) => admitted.ok && admitted.value());
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ Errors: [{ ErrorMessage: 'TooManyAtOnce' }] });
    expect((await send(customer, 0)).statusCode).toBe(200);
  });

  it('are refused beyond the daily attempts, before receiving anything', async () => {
    const caller = await test.signIn('dee.blocked');
    const malformed = { method: 'POST', url: '/api/file/UploadByCustomerID', payload: { file: 'x' } } as const;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      expect((await caller.call(malformed)).statusCode).toBe(400);
    }
    // If it were received, it would be refused as malformed instead.
    const refused = await caller.call(malformed);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ Errors: [{ ErrorMessage: 'TooManyFiles' }] });
  });

  it('keep the twenty of the day and give a reason for each of the rest', async () => {
    const caller = await test.signIn('sam.rivera');
    const before = await remains();
    const waiting = Array.from({ length: 25 }, (_, index) => index);
    const answers: Awaited<ReturnType<typeof send>>[] = [];
    const sendOneByOne = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        answers.push(await send(caller, next));
    };
    await Promise.all(Array.from({ length: MAX_PER_USER }, sendOneByOne));
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused).toHaveLength(5);
    for (const answer of refused) {
      expect(answer.statusCode).toBe(429);
      expect(answer.json()).toMatchObject({
        Message: "You've reached the daily upload limit. Try again tomorrow.",
      });
    }
    const after = await remains();
    expect(after).toEqual({ rows: before.rows + 20, stored: before.stored + 20, incoming: [] });
  });
});

describe('a photo', () => {
  it('is stored without its location and shown in a sandbox', async () => {
    const caller = await test.signIn('pat.empty');
    const exif = Buffer.from(`Exif\0\0MM\0*GPS 43.6591 N`, 'latin1');
    const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, exif.length + 2]), exif]);
    const picture = Buffer.concat([
      Buffer.from('ffd8', 'hex'),
      segment,
      Buffer.from('ffe000104a46494600010100000100010000ffda0008010100003f00d2cf20ffd9', 'hex'),
      Buffer.from('<script>appended</script>'),
    ]);
    expect((await upload(pdf(picture, 'id.jpg'), '1', caller)).statusCode).toBe(200);
    const listed = await caller.call({ method: 'GET', url: '/api/Documents/GetCustomerDocuments' });
    const [document] = listed.json<{ Value: { FileId: string; DisplayFormat: string }[] }>().Value;
    expect(document?.DisplayFormat).toBe('JPEG');
    const ticket = await caller.call({
      method: 'GET',
      url: `/api/PassableToken/GetPassableToken?action=viewDocument&object=${document?.FileId}`,
    });
    const { PassableToken } = ticket.json<{ PassableToken: string }>();
    const shown = await test.app.inject({
      method: 'GET',
      url: `/api/Documents/ViewDocument?FileId=${document?.FileId}&UserToken=${PassableToken}`,
      headers: { cookie: caller.headers.cookie },
    });
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline; filename="id.jpg"',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(shown.rawPayload.includes('GPS')).toBe(false);
    expect(shown.rawPayload.includes('appended')).toBe(false);
  });
});
