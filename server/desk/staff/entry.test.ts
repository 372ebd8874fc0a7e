import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerWith, auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { VirtualAuthenticator } from '#tests/builders/virtual-authenticator.ts';
import { deskCommand } from './desk.cli.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp(withDesk);
});

afterAll(() => test.close());

const headers = { 'passbook-desk': '1' };

function post(url: string, payload: object, cookie = '') {
  return test.app.inject({ method: 'POST', url, payload, headers: { ...headers, cookie } });
}

/** Invites at the command line and returns the secret of the link. */
async function invite(emailAddress: string, role = 'agent'): Promise<string> {
  const code = await deskCommand.run(['invite', emailAddress, '--role', role, '--by', 'op'], test.services);
  expect(code).toBe(0);
  const { rows } = await mails();
  return /invitation#([\w-]+)/.exec(rows.find(({ recipient }) => recipient === emailAddress)?.body ?? '')?.[1] ?? '';
}

async function mails() {
  const { listNewestMessages } = await import('#server/messages/outbox.queries.ts');
  return { rows: await listNewestMessages(test.services, 20) };
}

async function enroll(token: string, device: VirtualAuthenticator) {
  const begun = await post('/api/desk/entry/begin-enrollment', { token });
  if (begun.statusCode !== 200) return begun;
  return post('/api/desk/entry/enroll', { token, passkey: device.make(begun.json().options) });
}

function cookieOf(response: { readonly cookies: readonly { name: string; value: string }[] }): string {
  return response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

async function signInWith(device: VirtualAuthenticator) {
  const begun = await post('/api/desk/entry/begin-passkey', {});
  return post('/api/desk/entry/passkey', device.sign(begun.json()), cookieOf(begun));
}

describe('an invited person', () => {
  it('creates a passkey with the emailed link, and signs in with it from then on', async () => {
    const device = new VirtualAuthenticator();
    const token = await invite('new.agent@harbor.example');
    const enrolled = await enroll(token, device);
    expect(enrolled.statusCode).toBe(200);
    const caller = callerWith(test.app, 'new.agent@harbor.example', cookieOf(enrolled));
    expect((await caller.get('/api/desk/session')).json()).toMatchObject({ role: 'agent' });
    const again = await signInWith(device);
    expect(again.statusCode).toBe(200);
    expect(await auditOf(test, 'desk-signed-in')).toMatchObject([{ by: 'passkey', staff: 'new.agent@harbor.example' }]);
  });

  it('is on the audit page, also when an operator invited them at the command line', async () => {
    await invite('by.operator@harbor.example');
    const administrator = await enterDesk(test, 'administrator');
    const { entries } = (await administrator.get('/api/desk/audit')).json();
    expect(entries).toContainEqual(
      expect.objectContaining({
        event: 'desk-staff-invited',
        staff: 'op',
        details: { emailAddress: 'by.operator@harbor.example', role: 'agent', by: 'op' },
      }),
    );
  });

  it('can use the link only once and only for 72 hours', async () => {
    const token = await invite('slow.agent@harbor.example');
    test.clock.moveOn({ hours: 73 });
    expect((await enroll(token, new VirtualAuthenticator())).statusCode).toBe(404);
    const second = await invite('slow.agent@harbor.example');
    expect((await enroll(second, new VirtualAuthenticator())).statusCode).toBe(200);
    expect((await enroll(second, new VirtualAuthenticator())).statusCode).toBe(404);
  });

  it('is refused with the passkey of another site, and with a challenge of another browser', async () => {
    const device = new VirtualAuthenticator();
    await enroll(await invite('careful@harbor.example'), device);
    const begun = await post('/api/desk/entry/begin-passkey', {});
    const forged = device.sign(begun.json(), { origin: 'http://lookalike.example' });
    expect((await post('/api/desk/entry/passkey', forged, cookieOf(begun))).statusCode).toBe(403);
    const other = await post('/api/desk/entry/begin-passkey', {});
    const elsewhere = await post('/api/desk/entry/passkey', device.sign(other.json()), '');
    expect(elsewhere.json()).toEqual({ error: 'PasskeyRefused' });
    expect(await auditOf(test, 'desk-sign-in-refused')).toMatchObject([
      { code: 'PasskeyRefused', staff: 'careful@harbor.example', ipAddress: '127.0.0.1' },
      { code: 'PasskeyRefused', staff: '', staffId: null },
    ]);
  });

  it('can no longer enter with a lost passkey once they are invited again, or their access ends', async () => {
    const [lost, next] = [new VirtualAuthenticator(), new VirtualAuthenticator()];
    await enroll(await invite('loser@harbor.example'), lost);
    expect((await signInWith(lost)).statusCode).toBe(200);
    const token = await invite('loser@harbor.example');
    expect((await signInWith(lost)).json()).toEqual({ error: 'PasskeyRefused' });
    const entered = await enroll(token, next);
    const { staffId } = (await callerWith(test.app, '', cookieOf(entered)).get('/api/desk/session')).json();
    const administrator = await enterDesk(test, 'administrator');
    await administrator.confirm();
    await administrator.post('/api/desk/staff/end', { staffId, reason: 'Has left' });
    const { staff } = (await administrator.get('/api/desk/staff')).json();
    expect(staff).toContainEqual(expect.objectContaining({ staffId, signsInBy: 'invitation' }));
  });
});

it('a request that signing in does not count leaves no entry, so no one can fill the log', async () => {
  const before = (await auditOf(test, 'desk-sign-in-refused')).length;
  expect((await post('/api/desk/entry/passkey', { Id: 7 })).statusCode).toBe(400);
  expect(await auditOf(test, 'desk-sign-in-refused')).toHaveLength(before);
});

describe('a session of the desk', () => {
  it('ends after 15 idle minutes', async () => {
    const agent = await enterDesk(test, 'agent');
    test.clock.moveOn({ minutes: 14 });
    expect((await agent.get('/api/desk/session')).statusCode).toBe(200);
    test.clock.moveOn({ minutes: 15, seconds: 1 });
    expect((await agent.get('/api/desk/session')).statusCode).toBe(401);
  });

  it('ends after ten hours however busy it is', async () => {
    const agent = await enterDesk(test, 'agent');
    for (let count = 0; count < 60; count += 1) {
      test.clock.moveOn({ minutes: 10, seconds: 1 });
      await agent.get('/api/desk/session');
    }
    expect((await agent.get('/api/desk/session')).statusCode).toBe(401);
  });

  it('ends when the person signs out', async () => {
    const agent = await enterDesk(test, 'agent');
    expect((await agent.post('/api/desk/sign-out', {})).statusCode).toBe(200);
    expect((await agent.get('/api/desk/session')).statusCode).toBe(401);
  });

  it('is not opened by a customer of the portal, and opens nothing there', async () => {
    const customer = await test.signIn('margaret.okafor');
    const asStaff = await customer.call({ method: 'GET', url: '/api/desk/session', headers });
    expect(asStaff.statusCode).toBe(401);
    const agent = await enterDesk(test, 'agent');
    expect((await agent.get('/api/accountList')).statusCode).toBe(401);
  });

  it('accepts no call that another site could send', async () => {
    const agent = await enterDesk(test, 'agent');
    const { cookie } = agent;
    const forged = await test.app.inject({
      method: 'POST',
      url: '/api/desk/sign-out',
      payload: {},
      headers: { cookie },
    });
    expect(forged.json()).toEqual({ error: 'WrongOrigin' });
  });
});

describe('something dangerous', () => {
  const invitation = { emailAddress: 'x@harbor.example', name: 'X', role: 'agent', reason: 'joins the team' };

  it('asks once more who it is, and remembers it for five minutes', async () => {
    const administrator = await enterDesk(test, 'administrator');
    expect((await administrator.post('/api/desk/staff/invite', invitation)).json()).toEqual({ error: 'ConfirmFirst' });
    await administrator.confirm();
    expect((await administrator.post('/api/desk/staff/invite', invitation)).statusCode).toBe(200);
    test.clock.moveOn({ minutes: 5, seconds: 1 });
    expect((await administrator.post('/api/desk/staff/invite', invitation)).json()).toEqual({ error: 'ConfirmFirst' });
    expect(await auditOf(test, 'desk-refused')).toContainEqual(
      expect.objectContaining({ call: 'POST /api/desk/staff/invite', code: 'ConfirmFirst', reason: 'joins the team' }),
    );
  });

  it('needs the passkey of those who have one', async () => {
    const device = new VirtualAuthenticator();
    const enrolled = await enroll(await invite('chief@harbor.example', 'administrator'), device);
    const chief = callerWith(test.app, 'chief@harbor.example', cookieOf(enrolled));
    expect((await chief.post('/api/desk/confirm', { passkey: null })).statusCode).toBe(403);
    const { by, options } = (await chief.post('/api/desk/begin-confirmation', {})).json();
    expect(by).toBe('passkey');
    expect((await chief.post('/api/desk/confirm', { passkey: device.sign(options) })).statusCode).toBe(200);
    expect((await chief.post('/api/desk/staff/invite', invitation)).statusCode).toBe(200);
  });

  it('ends the sessions of someone who loses their role, and no one changes their own', async () => {
    const [administrator, agent] = [await enterDesk(test, 'administrator'), await enterDesk(test, 'agent')];
    await administrator.confirm();
    const ids = new Map<string, number>();
    for (const { emailAddress, staffId } of (await administrator.get('/api/desk/staff')).json().staff) {
      ids.set(emailAddress, staffId);
    }
    const own = { staffId: ids.get(administrator.emailAddress), role: 'supervisor', reason: 'I want to' };
    expect((await administrator.post('/api/desk/staff/role', own)).json()).toEqual({ error: 'OwnRights' });
    const change = { staffId: ids.get(agent.emailAddress), role: 'operations', reason: 'moves teams' };
    expect((await administrator.post('/api/desk/staff/role', change)).statusCode).toBe(200);
    expect((await agent.get('/api/desk/session')).statusCode).toBe(401);
    await administrator.post('/api/desk/staff/role', { ...change, role: 'agent' });
  });

  describe('a role that approves', () => {
    const colleague = { emailAddress: 'second@harbor.example', name: 'Second', role: 'supervisor', reason: 'Promoted' };

    async function askedOf(caller: DeskCaller) {
      const { open } = (await caller.get('/api/desk/approvals')).json();
      return open.find(({ customerName }: { customerName: string }) => customerName === 'Second');
    }

    it('is granted by two people', async () => {
      const [administrator, supervisor] = [await enterDesk(test, 'administrator'), await enterDesk(test, 'supervisor')];
      await administrator.confirm();
      expect((await administrator.post('/api/desk/staff/invite', colleague)).json()).toEqual({ outcome: 'asked' });
      expect((await administrator.post('/api/desk/staff/invite', colleague)).json()).toEqual({ error: 'AskedAlready' });
      expect((await mails()).rows.map(({ recipient }) => recipient)).not.toContain('second@harbor.example');
      const { workItemId, obstacle } = await askedOf(administrator);
      expect(obstacle).toBe('OwnRequest');
      const approval = { workItemId, reason: 'I know them' };
      expect((await administrator.post('/api/desk/approvals/approve', approval)).json()).toEqual({
        error: 'OwnRequest',
      });
      await supervisor.confirm();
      expect((await supervisor.post('/api/desk/approvals/approve', approval)).json().outcome).toBe('approved');
      expect((await mails()).rows.map(({ recipient }) => recipient)).toContain('second@harbor.example');
      expect((await auditOf(test, 'desk-staff-invited')).at(-1)).toMatchObject({ role: 'supervisor', workItemId });
    });

    it('is not decided by the person who gets it', async () => {
      const [administrator, supervisor] = [await enterDesk(test, 'administrator'), await enterDesk(test, 'supervisor')];
      await administrator.confirm();
      const again = { ...colleague, emailAddress: supervisor.emailAddress };
      expect((await administrator.post('/api/desk/staff/invite', again)).json()).toEqual({ outcome: 'asked' });
      expect((await askedOf(supervisor)).obstacle).toBe('OwnRights');
      await administrator.post('/api/desk/approvals/withdraw', {
        workItemId: (await askedOf(administrator)).workItemId,
        reason: 'A test',
      });
    });

    it('changes nothing until then, also for someone who has access already', async () => {
      const [administrator, agent] = [await enterDesk(test, 'administrator'), await enterDesk(test, 'agent')];
      const supervisor = await enterDesk(test, 'supervisor');
      await administrator.confirm();
      const { staff } = (await administrator.get('/api/desk/staff')).json();
      const { staffId, name } = staff.find(
        ({ emailAddress }: { emailAddress: string }) => emailAddress === agent.emailAddress,
      );
      const change = { staffId, role: 'administrator', reason: 'Leads the team' };
      expect((await administrator.post('/api/desk/staff/role', change)).json()).toEqual({ outcome: 'asked' });
      expect((await agent.get('/api/desk/session')).json()).toMatchObject({ role: 'agent' });
      const { open } = (await supervisor.get('/api/desk/approvals')).json();
      const asked = open.find(({ customerName }: { customerName: string }) => customerName === name);
      await supervisor.confirm();
      const approved = await supervisor.post('/api/desk/approvals/approve', {
        workItemId: asked.workItemId,
        reason: 'Agreed',
      });
      expect(approved.json().outcome).toBe('approved');
      expect((await agent.get('/api/desk/session')).statusCode).toBe(401);
      await administrator.post('/api/desk/staff/role', { ...change, role: 'agent' });
    });
  });
});
