import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { inviteCommand } from './invite.cli.ts';

let test: TestApp;
let folder: string;
const said: string[] = [];

beforeAll(async () => {
  test = await createTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'passbook-invite-'));
  for (const stream of ['log', 'error'] as const) {
    vi.spyOn(console, stream).mockImplementation((line: string) => void said.push(line));
  }
});

afterEach(() => {
  said.length = 0;
});

afterAll(async () => {
  vi.restoreAllMocks();
  await test.close();
  await rm(folder, { recursive: true });
});

async function invite(lines: readonly string[], ...args: readonly string[]): Promise<number> {
  const file = path.join(folder, 'logins.csv');
  await writeFile(file, ['customer_id,login_name', ...lines].join('\n'));
  return inviteCommand.run([file, ...args, '--by', 'Ana Silva'], test.services);
}

async function mailTo(recipient: string) {
  const messages = await listNewestMessages(test.services, 500);
  return messages.filter(
    (message) => message.recipient === recipient && message.subject === 'Your accounts are on a new site',
  );
}

describe('inviting the customers of a former system', () => {
  it('emails each a link that activates their login with a new password', async () => {
    expect(await invite(['400131,ruth.ferris', '400121,harriet.lowell'])).toBe(0);
    expect(said).toEqual(['Invited: 2. Already have a link: 0. Already have a login: 0.']);
    const [mail] = await mailTo('ruth.ferris@example.com');
    expect(mail?.body).toContain('Hello Ruth Ferris');
    expect(mail?.body).toContain('Your username is still ruth.ferris.');
    const [, token] = /#\/home\/activate\?token=([\w-]{43})/.exec(mail?.body ?? '') ?? [];
    const payload = { Token: token, Password: 'Lantern on the pier 7' };
    const activated = await test.app.inject({ method: 'POST', url: '/api/Register/ActivateAccount', payload });
    expect(activated.json()).toEqual({ LogonNameTaken: false, Restricted: false, UserName: 'ruth.ferris' });
  });

  it('skips customers with a login or a working link; a week later, invites the latter again', async () => {
    const lines = ['400131,ruth.ferris', '400121,harriet.lowell'];
    expect(await invite(lines)).toBe(0);
    expect(said).toEqual(['Invited: 0. Already have a link: 1. Already have a login: 1.']);
    test.clock.moveOn({ hours: 7 * 24 });
    said.length = 0;
    expect(await invite(lines)).toBe(0);
    expect(said).toEqual(['Invited: 1. Already have a link: 0. Already have a login: 1.']);
  });

  it('emails nothing to a restricted customer, who could not sign in', async () => {
    expect(await invite(['400132,ivo.brandt'])).toBe(1);
    expect(said[0]).toMatch(/logins\.csv line 2: the customer is restricted and could not sign in$/);
    expect(await mailTo('ivo.brandt@example.com')).toEqual([]);
  });

  it('continues in batches', async () => {
    test.clock.moveOn({ hours: 8 * 24 });
    const lines = ['400121,harriet.lowell', '400133,liang.weir'];
    expect(await invite(lines, '--at-most', '1')).toBe(0);
    expect(said).toEqual([
      'Invited: 1. Already have a link: 0. Already have a login: 0.',
      'More lines remain. Run the command again to continue.',
    ]);
    said.length = 0;
    expect(await invite(lines, '--at-most', '1')).toBe(0);
    expect(said).toEqual(['Invited: 1. Already have a link: 1. Already have a login: 0.']);
  });

  it("reports every line that can't be emailed and emails the others", async () => {
    test.clock.moveOn({ hours: 8 * 24 });
    const lines = ['999999,some.body', '400133,li.wei', ',nobody', '400133,liang.weir', '400132'];
    expect(await invite(lines)).toBe(1);
    expect(said.map((line) => line.replace(/^.*logins\.csv/, 'logins.csv'))).toEqual([
      'logins.csv line 2: customer not found',
      'logins.csv line 3: another customer already has this username',
      'logins.csv line 4: customer_id (up to 32 characters) and login_name (up to 128) are required',
      'logins.csv line 6: customer_id (up to 32 characters) and login_name (up to 128) are required',
      'Invited: 1. Already have a link: 0. Already have a login: 0.',
    ]);
  });

  it('emails no one under single sign-on, where the links would be useless', async () => {
    const { length: before } = await mailTo('harriet.lowell@example.com');
    const code = await test.withOptions({ 'loginOptions.useSingleSignOnOption': true }, () =>
      invite(['400121,harriet.lowell']),
    );
    expect(code).toBe(1);
    expect(said).toEqual([expect.stringContaining('under single sign-on')]);
    expect(await mailTo('harriet.lowell@example.com')).toHaveLength(before);
  });

  it.each([[[]], [['one.csv', 'two.csv']], [['one.csv', '--at-most', '0']], [['one.csv', '--other']], [['/nowhere']]])(
    'shows the usage for %j',
    async (args) => {
      expect(await inviteCommand.run([...args, '--by', 'Ana Silva'], test.services)).toBe(2);
    },
  );
});
