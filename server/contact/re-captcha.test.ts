import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { solvedCaptcha } from '#tests/builders/solved-captcha.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

/** A local stand-in for Google's service; records requests and answers as set. */
let service: Server;
let answer: { status: number; body: string };
const asked: URLSearchParams[] = [];

let testApp: TestApp;
let addresses = 0;

beforeAll(async () => {
  service = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      asked.push(new URLSearchParams(Buffer.concat(parts).toString()));
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const verifyUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/siteverify`;
  testApp = await createTestApp({
    options: { 'messageOptions.captchaSiteKey': 'site-"key"' },
    environment: {
      PASSBOOK_PUBLIC_URL: 'https://portal.harbor.example',
      PASSBOOK_RECAPTCHA_SECRET: 'the-secret',
      PASSBOOK_RECAPTCHA_URL: verifyUrl,
    },
  });
});

afterAll(async () => {
  await testApp.close();
  service.closeAllConnections();
  service.close();
});

beforeEach(() => {
  asked.length = 0;
});

function send(code: string) {
  return testApp.app.inject({
    method: 'POST',
    url: '/api/Messages/Feedback',
    remoteAddress: `10.1.0.${++addresses}`,
    payload: {
      ReCaptchaCode: code,
      SurveyQuestions: [
        { Question: 'AnswerType', Answer: 'Good' },
        { Question: 'AnswerGood', Answer: '1' },
      ],
      Message: '',
      Alert: { Email: '', PersonalName: '', ServicingBranch: 101, UserAgent: '', Username: '' },
    },
  });
}

describe('reCAPTCHA', () => {
  test("is called with the secret, the proof and the sender's address, and accepts the message", async () => {
    answer = { status: 200, body: '{"success":true,"hostname":"portal.harbor.example"}' };
    expect((await send('the-proof')).json()).toEqual({ HasNoErrors: true, Errors: [] });
    expect(asked.map((form) => Object.fromEntries(form))).toEqual([
      { secret: 'the-secret', response: 'the-proof', remoteip: `10.1.0.${addresses}` },
    ]);
  });

  test.each([
    ['it says no', 200, '{"success":false,"error-codes":["timeout-or-duplicate"]}', 'CaptchaInvalid'],
    ['the proof is of another site', 200, '{"success":true,"hostname":"elsewhere.example"}', 'CaptchaInvalid'],
    ['the proof is of no site', 200, '{"success":true}', 'CaptchaInvalid'],
    ['it is out of order', 500, '{"success":true,"hostname":"portal.harbor.example"}', 'CaptchaUnavailable'],
    ['it says something else', 200, '<html>', 'CaptchaUnavailable'],
    ['it does not say', 200, '{}', 'CaptchaUnavailable'],
  ])('rejects the message when %s', async (_when, status, body, ErrorMessage) => {
    answer = { status, body };
    expect((await send('the-proof')).json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage }] });
  });

  test('is not called without a proof', async () => {
    expect((await send('')).json()).toMatchObject({ Errors: [{ ErrorMessage: 'CaptchaInvalid' }] });
    expect(asked).toEqual([]);
  });

  test('is called at most thirty times an hour per address', async () => {
    answer = { status: 200, body: '{"success":false}' };
    const remoteAddress = '10.2.0.1';
    const statuses: number[] = [];
    for (let times = 0; times < 31; times++) {
      const response = await testApp.app.inject({
        method: 'POST',
        url: '/api/Messages/ContactUs',
        remoteAddress,
        payload: {
          ReCaptchaCode: 'guess',
          Name: 'A',
          Email: 'a@example.com',
          Subject: 'B',
          Message: 'C',
          Alert: { Email: '', PersonalName: '', ServicingBranch: '', UserAgent: '', Username: '' },
        },
      });
      statuses.push(response.statusCode);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('a signed-in customer', () => {
  const feedback = {
    SurveyQuestions: [
      { Question: 'AnswerType', Answer: 'Good' },
      { Question: 'AnswerGood', Answer: '1' },
    ],
    Message: '',
    Alert: { Email: '', PersonalName: '', ServicingBranch: 101, UserAgent: '', Username: '' },
  };

  test.each([
    ['the proof of the puzzle lets the message through', () => solvedCaptcha(testApp.app), true],
    ['a proof of reCAPTCHA does not, and is not asked about', async () => 'the-proof', false],
  ])('%s', async (_what, proof, HasNoErrors) => {
    answer = { status: 200, body: '{"success":true,"hostname":"portal.harbor.example"}' };
    const { headers } = await testApp.signIn('li.wei');
    const payload = { ...feedback, ReCaptchaCode: await proof() };
    const response = await testApp.app.inject({ method: 'POST', url: '/api/Messages/Feedback', headers, payload });
    expect(response.json()).toMatchObject({ HasNoErrors });
    expect(asked).toEqual([]);
  });
});

describe('the captcha frame', () => {
  test("has a policy that allows reCAPTCHA scripts, and contains the institution's key", async () => {
    const response = await testApp.app.inject({ method: 'GET', url: '/recaptcha' });
    expect(response.body).toContain('data-site-key="site-&quot;key&quot;"');
    const policy = String(response.headers['content-security-policy']);
    expect(policy).toContain("script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/");
    expect(policy).toContain("frame-ancestors 'self'");
  });

  test('may be embedded in our pages, which allow no other scripts', async () => {
    const { headers } = await testApp.app.inject({ method: 'GET', url: '/healthz' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("frame-src 'self'");
    expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+')?;/);
  });
});
