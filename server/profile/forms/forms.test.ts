import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Institution } from '#common/institution/institution.ts';
import type { RequestForm } from '#common/profile/rules/request-form.ts';
import { sweepUploads } from '#server/documents/sweep-uploads.job.ts';
import { runHostTasks } from '#server/host-tasks/run-host-tasks.command.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { addLoan } from '#tests/builders/books.ts';
import { auditOf, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { multipartBody, smallPdf, type UploadedFile } from '#tests/builders/uploads.ts';
import { FOREIGN_ACCOUNT } from '#tests/builders/well-formed-calls.ts';

const customerId = '400102';
const loan = '101-005520-1';
const offered = { 'formOptions.useForms': true };
let test: TestApp;
let li: SignedInCaller;

beforeAll(async () => {
  test = await createTestApp({ ...withDesk, options: offered });
  li = await test.signIn('li.wei');
});

afterAll(() => test.close());

beforeEach(async () => {
  const { database } = test.services;
  await sql`delete from request_limits`.execute(database);
  await sql`delete from customer_requests where customer_id = ${customerId}`.execute(database);
});

const answers = {
  reason: 'I lost my job',
  since: '2026-10-01',
  duration: 'Up to three months',
  income: '$1,250.5',
  wish: 'Skipping a payment',
  more: 'My employer closed.\nI look for work.',
};

const help = { form: 'payment-help', accountNumber: loan, answers, fileIds: [] as string[] };
const letter = {
  form: 'document-request',
  answers: { document: 'A payoff letter', recipient: 'Pine Motors' },
  fileIds: [],
};

async function send(payload: object, caller = li, key?: string) {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return caller.call({ method: 'POST', url: '/api/Forms/Send', payload, headers });
}

async function upload(file: UploadedFile = smallPdf, caller = li, form = 'payment-help', key?: string) {
  const { headers, payload } = multipartBody({ form }, file);
  const keyed = key === undefined ? headers : { ...headers, 'idempotency-key': key };
  return caller.call({ method: 'POST', url: '/api/file/UploadEvidence', payload, headers: keyed });
}

async function read(caller = li) {
  return (await caller.call({ url: '/api/Forms' })).json();
}

const ok = { HasNoErrors: true, Errors: [] };
const sentWell = { ...ok, requestId: expect.any(Number) };
const refusedWith = (code: string) => ({ HasNoErrors: false, Errors: [{ ErrorMessage: code }] });

describe('a request', () => {
  it('is kept sealed, and the customer sees what they wrote and gets an email without any of it', async () => {
    const { fileId: FileId } = (await upload()).json();
    expect((await send({ ...help, fileIds: [FileId] })).json()).toEqual(sentWell);
    const { requests } = await read();
    expect(requests).toEqual([
      {
        requestId: expect.any(Number),
        title: 'Help with payments',
        accountNumber: loan,
        paymentsContinue: true,
        next: 'We answer within 5 business days. We may call or write to you first.',
        state: 'open',
        sentAt: '2026-11-21T15:00:00Z',
        endedAt: null,
        answer: '',
        unread: false,
        answers: expect.arrayContaining([
          { label: 'What happened?', kind: 'choice', value: 'I lost my job' },
          { label: 'Monthly income of your household', kind: 'amount', value: '1250.50' },
          { label: 'Monthly expenses of your household', kind: 'amount', value: '' },
          { label: 'Anything else we should know?', kind: 'longText', value: answers.more },
        ]),
        files: ['payslip.pdf'],
      },
    ]);
    const { rows } = await sql<{ row: string }>`
      select row_to_json(r)::text as row from customer_requests r where customer_id = ${customerId}`.execute(
      test.services.database,
    );
    expect(rows[0]?.row).not.toMatch(/1250|lost my job|employer/);
    const [mail] = await listNewestMessages(test.services, 1);
    expect(mail).toMatchObject({ recipient: 'li.wei@example.com', subject: 'We received your request' });
    expect(mail?.body).toContain('Your payments remain due while we look at it.');
    expect(mail?.body).toContain('/#/myaccount/requests');
    expect(mail?.body).not.toMatch(/1,?250|job|Help with payments|101-005520/);
    const [{ requestId }] = requests;
    expect(await auditOf(test, 'request-sent')).toContainEqual(
      expect.objectContaining({ requestId, form: 'payment-help', files: 1 }),
    );
    expect(JSON.stringify(await auditOf(test, 'request-sent'))).not.toMatch(/1250|job/);
  });

  it('about no account says nothing of payments in its email', async () => {
    expect((await send(letter)).json()).toEqual(sentWell);
    const [mail] = await listNewestMessages(test.services, 1);
    expect(mail?.body).toContain('We received your request. Sign in to see it and our answer.');
    expect(mail?.body).not.toContain('remain due');
    const { rows } = await sql<{ again: boolean }>`
      select may_resend as again from outbox_messages order by message_id desc limit 1`.execute(test.services.database);
    expect(rows).toEqual([{ again: true }]);
  });

  it('reaches the books in nothing: what is due stays due', async () => {
    const { host, clock } = test.services;
    const before = await host.findLoanDetails(customerId, loan, clock.today());
    await send(help);
    await runHostTasks(test.services, new AbortController().signal);
    expect(await host.findLoanDetails(customerId, loan, clock.today())).toEqual(before);
  });

  it('is sent once for each key, and once for each account while it is open', async () => {
    const key = 'a-key-of-one-press-of-the-button-1';
    expect((await send(help, li, key)).json()).toEqual(sentWell);
    expect((await send(help, li, key)).json()).toEqual(sentWell);
    expect((await send(help)).json()).toEqual(refusedWith('AlreadyOpen'));
    expect((await read()).requests).toHaveLength(1);
  });

  it('is sent once by two windows at the same moment', async () => {
    const sent = await Promise.all([send(help), send(help), send(help)]);
    expect(sent.filter((answer) => answer.json().HasNoErrors === true)).toHaveLength(1);
    expect((await read()).requests).toHaveLength(1);
  });

  it('about no account may be sent again', async () => {
    await send(letter);
    expect((await send({ ...letter, answers: { ...letter.answers, recipient: 'Oak Bank' } })).json()).toEqual(sentWell);
    expect((await read()).requests).toHaveLength(2);
  });

  it.each<[string, object, string]>([
    ['a required answer missing', { answers: { ...answers, reason: '' } }, 'FormChanged'],
    ['a choice that the form has no more', { answers: { ...answers, wish: 'Forgiving the loan' } }, 'FormChanged'],
    ['an answer to a question that the form has no more', { answers: { ...answers, color: 'red' } }, 'FormChanged'],
    ['no account', { accountNumber: undefined }, 'AccountNotFit'],
    ['a file that is not there', { fileIds: ['00000000-0000-4000-8000-000000000000'] }, 'EvidenceGone'],
  ])('is refused with %s, and leaves nothing', async (_what, change, code) => {
    expect((await send({ ...help, ...change })).json()).toEqual(refusedWith(code));
    expect((await read()).requests).toEqual([]);
  });

  it('is refused for an account of another kind, a closed one, and one where none is asked', async () => {
    const { database } = test.services;
    await addLoan(database, { number: '101-005599-8', customerId });
    await sql`update accounts set hold_code = 'CLOSED' where account_number = '101-005599-8'`.execute(database);
    expect((await send({ ...help, accountNumber: '101-005599-8' })).json()).toEqual(refusedWith('AccountNotFit'));
    expect((await send({ ...letter, accountNumber: loan })).json()).toEqual(refusedWith('AccountNotFit'));
    const forDeposits = ({ forms }: Pick<Institution, 'forms'>) => ({
      forms: forms.map((form) => ({ ...form, accounts: ['deposit'] as const })),
    });
    const asked = () => send(help);
    expect((await test.withInstitution(forDeposits, asked)).json()).toEqual(refusedWith('AccountNotFit'));
  });

  it("is refused for another customer's account, and with an unknown form", async () => {
    expect((await send({ ...help, accountNumber: FOREIGN_ACCOUNT })).statusCode).toBe(404);
    expect((await send({ ...help, form: 'x' })).statusCode).toBe(404);
  });

  it('about no account is refused while five of the kind are open, also when they are sent at once', async () => {
    const sent = await Promise.all(Array.from({ length: 8 }, () => send(letter)));
    const answersOf = Map.groupBy(sent, (one) => JSON.stringify(one.json().Errors));
    const refused = JSON.stringify(refusedWith('TooManyOpen').Errors);
    expect(answersOf.get('[]')).toHaveLength(5);
    expect(answersOf.get(refused)).toHaveLength(3);
    const { requests } = await read();
    expect(requests).toHaveLength(5);
    expect((await send(help)).json()).toEqual(sentWell);
    const payload = { requestId: requests[0].requestId };
    await li.call({ method: 'POST', url: '/api/Forms/Withdraw', payload });
    expect((await send(letter)).json()).toEqual(sentWell);
  });

  it('is limited, because staff read each', async () => {
    for (let sent = 0; sent < 10; sent += 1) await send(letter);
    expect((await send(letter)).statusCode).toBe(429);
  });
});

describe('evidence', () => {
  it('is taken only from the customer who uploaded it for this form, once', async () => {
    const { fileId: FileId } = (await upload()).json();
    const margaret = await test.signIn('margaret.okafor');
    const foreign = (await upload({ ...smallPdf, name: 'hers.pdf' }, margaret)).json().fileId;
    expect((await send({ ...help, fileIds: [foreign] })).json()).toEqual(refusedWith('EvidenceGone'));
    expect((await send({ ...help, fileIds: [FileId, FileId] })).json()).toEqual(sentWell);
    expect((await send({ ...help, accountNumber: loan, fileIds: [FileId] })).json()).toEqual(
      refusedWith('AlreadyOpen'),
    );
    expect((await send({ ...letter, fileIds: [FileId] })).json()).toEqual(refusedWith('EvidenceGone'));
  });

  it('shows neither among the documents of the customer nor among the uploads to review', async () => {
    await upload({ ...smallPdf, name: 'evidence.pdf' });
    const documents = await test.withOptions({ 'globalOptions.useFileServicesOption': true }, () =>
      li.call({ url: '/api/Documents/GetCustomerDocuments' }),
    );
    expect(documents.body).not.toContain('evidence.pdf');
    const agent = await enterDesk(test, 'agent');
    expect((await agent.get('/api/desk/uploads')).body).not.toContain('evidence.pdf');
  });

  it('is the same file when a lost answer is tried again', async () => {
    const key = 'a-key-of-one-file-that-is-sent-1';
    const once = (await upload({ ...smallPdf, name: 'twice.pdf' }, li, 'payment-help', key)).json().fileId;
    expect((await upload({ ...smallPdf, name: 'twice.pdf' }, li, 'payment-help', key)).json().fileId).toBe(once);
  });

  it('that no request names is removed after a day, and that of a deleted request too', async () => {
    const { database, files } = test.services;
    const loose = (await upload({ ...smallPdf, name: 'loose.pdf' })).json().fileId;
    const kept = (await upload({ ...smallPdf, name: 'kept.pdf' })).json().fileId;
    await send({ ...help, fileIds: [kept] });
    const named = async () => {
      await sweepUploads(test.services, new AbortController().signal);
      const { rows } = await sql<{ id: string; name: string }>`
        select document_id as id, storage_name as name from documents
        where document_id in (${loose}, ${kept}) order by display_name`.execute(database);
      const held = await Promise.all(rows.map(async ({ name }) => (await files.find(name)) !== undefined));
      return rows.map(({ id }, index) => [id, held[index]]);
    };
    expect(await named()).toEqual([
      [kept, true],
      [loose, true],
    ]);
    await sql`update documents set uploaded_at = uploaded_at - interval '25 hours'
      where document_id in (${loose}, ${kept})`.execute(database);
    expect(await named()).toEqual([[kept, true]]);
    await sql`delete from customer_requests where customer_id = ${customerId}`.execute(database);
    expect(await named()).toEqual([]);
  });

  it('of a request that is withdrawn is removed with the next sweep, that of one that waits is not', async () => {
    const { database, files } = test.services;
    const fileId = (await upload({ ...smallPdf, name: 'withdrawn.pdf' })).json().fileId;
    const { requestId } = (await send({ ...help, fileIds: [fileId] })).json();
    await sql`update documents set uploaded_at = uploaded_at - interval '25 hours'
      where document_id = ${fileId}`.execute(database);
    const { rows } = await sql<{ name: string }>`
      select storage_name as name from documents where document_id = ${fileId}`.execute(database);
    const isHeld = async () => {
      await sweepUploads(test.services, new AbortController().signal);
      return (await files.find(rows[0]?.name ?? '')) !== undefined;
    };
    expect(await isHeld()).toBe(true);
    await li.call({ method: 'POST', url: '/api/Forms/Withdraw', payload: { requestId } });
    expect((await read()).requests[0]).toMatchObject({ state: 'withdrawn', files: [] });
    expect(await isHeld()).toBe(false);
  });

  it('is refused where the form asks for none, and where customers may not upload', async () => {
    expect((await upload(smallPdf, li, 'document-request')).statusCode).toBe(404);
    await test.withOptions({ 'documentOptions.allowUpload': false }, async () => {
      expect((await upload()).statusCode).toBe(403);
      const { forms } = await read();
      expect(forms[0].fields.map(({ kind }: RequestForm['fields'][number]) => kind)).not.toContain('files');
    });
  });
});

describe('a request that is sent', () => {
  async function sendOne(): Promise<number> {
    expect((await send(help)).json()).toEqual(sentWell);
    return (await read()).requests[0].requestId as number;
  }

  const withdraw = (requestId: number, caller = li) =>
    caller.call({ method: 'POST', url: '/api/Forms/Withdraw', payload: { requestId } });

  it('can be withdrawn once, and then be sent again', async () => {
    const requestId = await sendOne();
    expect((await withdraw(requestId)).json()).toEqual(ok);
    expect((await withdraw(requestId)).json()).toEqual(refusedWith('NoLongerOpen'));
    expect((await read()).requests[0]).toMatchObject({ state: 'withdrawn', endedAt: '2026-11-21T15:00:00Z' });
    expect(await auditOf(test, 'request-withdrawn')).toContainEqual(expect.objectContaining({ requestId }));
    expect((await send(help)).json()).toEqual(sentWell);
  });

  it('belongs to the customer who sent it, not to the other owners of the loan', async () => {
    const requestId = await sendOne();
    const sam = await test.signIn('sam.rivera');
    const { host } = test.services;
    const accounts = await host.listAccounts(customerId, test.clock.today());
    const sharing = { ownsAccount: async () => true, listAccounts: async () => accounts };
    await test.withHost(sharing, async () => {
      expect((await read(sam)).requests).toEqual([]);
      expect((await withdraw(requestId, sam)).statusCode).toBe(404);
      const mark = { method: 'POST', url: '/api/Forms/MarkRead', payload: { requestId } } as const;
      expect((await sam.call(mark)).statusCode).toBe(404);
      expect((await send(help, sam)).json()).toEqual(sentWell);
      expect((await read(sam)).requests).toHaveLength(1);
    });
    expect((await read()).requests).toHaveLength(1);
  });

  it('is not marked as read before it has an answer', async () => {
    const requestId = await sendOne();
    await li.call({ method: 'POST', url: '/api/Forms/MarkRead', payload: { requestId } });
    await sql`update customer_requests set status = 'declined', decided_at = now() where request_id = ${requestId}`.execute(
      test.services.database,
    );
    expect((await read()).requests[0]).toMatchObject({ state: 'declined', unread: true });
    await li.call({ method: 'POST', url: '/api/Forms/MarkRead', payload: { requestId } });
    expect((await read()).requests[0]).toMatchObject({ unread: false });
  });

  it('keeps its words when the institution changes the form, or offers it no more', async () => {
    await sendOne();
    await test.withOptions({ 'formOptions.notOffered': ['payment-help'] }, async () => {
      const { forms, requests } = await read();
      expect(forms.map(({ key }: RequestForm) => key)).toEqual(['document-request']);
      expect(requests[0].title).toBe('Help with payments');
      expect((await send(help)).statusCode).toBe(404);
    });
  });
});

it('everything is refused where the institution has no forms', async () => {
  await test.withOptions({ 'formOptions.useForms': false }, async () => {
    expect((await send(help)).statusCode).toBe(403);
    expect((await upload()).statusCode).toBe(403);
    expect((await li.call({ url: '/api/Forms' })).statusCode).toBe(403);
  });
});
