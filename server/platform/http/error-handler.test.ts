import { fastify } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { answerErrorsGenerically } from './error-handler.ts';

const app = fastify();
answerErrorsGenerically(app);
let thrown: Error = new Error('not set');
app.get('/', () => Promise.reject(thrown));

afterAll(() => app.close());

function withProperties(properties: object): Error {
  return Object.assign(new Error('private detail'), properties);
}

describe('a request that failed', () => {
  it.each([
    ['in our own code', withProperties({}), 500, 'Error'],
    ['as the database was restarted', withProperties({ code: '57P01' }), 503, 'Unavailable'],
    ['as the disk is full', withProperties({ code: 'ENOSPC' }), 503, 'Unavailable'],
    [
      'as the disk is full, told by another error',
      withProperties({ cause: withProperties({ code: 'ENOSPC' }) }),
      503,
      'Unavailable',
    ],
    ['as a file may not be read', withProperties({ statusCode: 403 }), 404, 'NotFound'],
    ['as its body is too large', withProperties({ statusCode: 413 }), 413, 'TooLarge'],
  ])('%s says so and nothing of the inside', async (_, error, status, code) => {
    thrown = error;
    const response = await app.inject('/');
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: code }] });
    expect(response.headers['retry-after'] !== undefined).toBe(status === 503);
  });
});
