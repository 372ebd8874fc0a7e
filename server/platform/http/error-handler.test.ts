import { fastify } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultTexts } from '#common/contract/all-texts.ts';
import { answerErrorsGenerically } from './error-handler.ts';
import { Refusal } from './refusal.ts';

const app = fastify();
answerErrorsGenerically(app, { texts: defaultTexts });
let thrown: Error = new Error('not set');
app.get('/', () => Promise.reject(thrown));
app.get('/tab', { config: { opensInTab: true } }, () => Promise.reject(thrown));

afterAll(() => app.close());

function withProperties(properties: object): Error {
  return Object.assign(new Error('private detail'), properties);
}

describe('a request that failed', () => {
  it.each([
    ['in our own code', withProperties({}), 500, 'Error'],
    ['because the database restarted', withProperties({ code: '57P01' }), 503, 'Unavailable'],
    ['because the disk is full', withProperties({ code: 'ENOSPC' }), 503, 'Unavailable'],
    [
      'because the host does not answer',
      withProperties({ name: 'HostUnavailable', cause: withProperties({ code: 'ECONNREFUSED' }) }),
      503,
      'HostUnavailable',
    ],
    [
      'because of a full disk that another error reports',
      withProperties({ cause: withProperties({ code: 'ENOSPC' }) }),
      503,
      'Unavailable',
    ],
    ['because too many wait', new Refusal(503, 'Unavailable'), 503, 'Unavailable'],
    ['because the file may not be read', withProperties({ statusCode: 403 }), 404, 'NotFound'],
    ['because its body is too large', withProperties({ statusCode: 413 }), 413, 'TooLarge'],
  ])('%s reports the failure without internals', async (_, error, status, code) => {
    thrown = error;
    const response = await app.inject('/');
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: code }] });
    expect(response.headers['retry-after'] !== undefined).toBe(status === 503);
  });
});

describe("a tab whose document can't be opened", () => {
  const open = (error: Error, accept: string) => {
    thrown = error;
    return app.inject({ url: '/tab', headers: { accept } });
  };

  it.each([
    ['reloaded', new Refusal(401, 'Unauthorized'), 401, 'This link no longer works'],
    ['of no document of the caller', new Refusal(404, 'NotFound'), 404, "We can't open this page"],
    ['that met an error of ours', withProperties({}), 500, "We can't open this page"],
  ])('%s shows a page with a link back', async (_, error, status, heading) => {
    const response = await open(error, 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toContain(`<h1>${heading}</h1>`);
    expect(response.body).toContain('<a href="/">Go back to the site</a>');
    expect(response.body).not.toContain('private detail');
  });

  it('gets a JSON answer if requested by a script', async () => {
    const response = await open(new Refusal(401, 'Unauthorized'), '*/*');
    expect(response.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'Unauthorized' }] });
  });
});
