import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ empty: true });
});

afterAll(() => testApp.close());

const get = (url: string) => testApp.app.inject({ method: 'GET', url });

const notOffered = { HasNoErrors: false, Errors: [{ ErrorMessage: 'NotOffered' }] };

const aroundPortland = 'North=44&South=43.4&East=-69.9&West=-70.6';

describe('the branches', () => {
  test('come with address, telephone and position, without sign-in', async () => {
    const branches = (await get('/api/branchInfo')).json<unknown[]>();
    expect(branches[0]).toEqual({
      BranchName: 'Portland Old Port',
      StreetAddress: '210 Commercial Street',
      City: 'Portland',
      State: 'ME',
      Zip: '04101',
      PhoneNumber: '(555) 010-4101',
      Latitude: 43.6563,
      Longitude: -70.2517,
    });
    expect(branches).toHaveLength(9);
  });

  test('are refused where the institution has no locator', async () => {
    await testApp.withOptions({ 'globalOptions.useBranchLocatorOption': false }, async () => {
      for (const url of ['/api/branchInfo', '/api/Geocode?zip=04101', `/api/Towns?${aroundPortland}`]) {
        const response = await get(url);
        expect(response.statusCode).toBe(403);
        expect(response.json()).toEqual(notOffered);
      }
    });
  });
});

describe('a zip code', () => {
  test('is found in our own list', async () => {
    const place = (await get('/api/Geocode?zip=04101')).json<{ Latitude: number; Longitude: number }>();
    expect(place.Latitude).toBeCloseTo(43.66, 1);
    expect(place.Longitude).toBeCloseTo(-70.26, 1);
  });

  test.each(['00000', 'abcde', '0410x'])('%s is unknown', async (zip) => {
    const response = await get(`/api/Geocode?zip=${zip}`);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'InvalidZipCode' }] });
  });

  test.each(['0410', '041011', ''])('"%s" does not have five characters', async (zip) => {
    expect((await get(`/api/Geocode?zip=${zip}`)).statusCode).toBe(400);
  });

  test('is looked up at most sixty times a minute per address', async () => {
    const remoteAddress = '10.3.0.1';
    const request = { method: 'GET', url: '/api/Geocode?zip=abcde', remoteAddress } as const;
    for (let times = 0; times < 60; times++) expect((await testApp.app.inject(request)).statusCode).toBe(200);
    expect((await testApp.app.inject(request)).statusCode).toBe(429);
  });
});

describe('the towns of a part of the map', () => {
  test('come largest first, and none from elsewhere', async () => {
    const towns = (await get(`/api/Towns?${aroundPortland}`)).json<
      { City: string; Latitude: number; Longitude: number }[]
    >();
    expect(towns[0]?.City).toBe('Portland');
    expect(towns.map(({ City }) => City)).toContain('Biddeford');
    for (const { Latitude, Longitude } of towns) {
      expect(Math.abs(Latitude - 43.7)).toBeLessThanOrEqual(0.3);
      expect(Math.abs(Longitude + 70.25)).toBeLessThanOrEqual(0.35);
    }
  });

  test('are few enough for the whole country', async () => {
    expect((await get('/api/Towns?North=50&South=25&East=-66&West=-125')).json()).toHaveLength(120);
  });

  test.each([
    'North=91&South=43&East=-70&West=-71',
    'North=44&South=43&East=-70',
    'North=x&South=43&East=-70&West=-71',
  ])('need a part of the world: %s', async (query) => {
    expect((await get(`/api/Towns?${query}`)).statusCode).toBe(400);
  });
});

describe('a zip code service', () => {
  let service: Server;
  let url: string;
  const asked: string[] = [];

  beforeAll(async () => {
    service = createServer((request, response) => {
      asked.push(request.url ?? '');
      const zip = new URL(request.url ?? '', 'http://localhost').searchParams.get('zip');
      if (zip === '04101') response.end('{"Latitude":1.5,"Longitude":-2.5,"Accuracy":4}');
      else if (zip === '04102') response.end('{"Latitude":1000,"Longitude":0}');
      else response.writeHead(zip === '99999' ? 404 : 500).end();
    });
    await once(service.listen(0, 'localhost'), 'listening');
    url = `http://localhost:${(service.address() as AddressInfo).port}/places?key=k`;
  });

  afterAll(() => {
    service.closeAllConnections();
    service.close();
  });

  test('is called by the server instead of our own list', async () => {
    await testApp.withOptions({ 'locatorOptions.geocodeUrl': url }, async () => {
      expect((await get('/api/Geocode?zip=04101')).json()).toEqual({ Latitude: 1.5, Longitude: -2.5 });
      expect((await get('/api/Geocode?zip=99999')).json()).toMatchObject({ HasNoErrors: false });
      expect((await get('/api/Geocode?zip=04102')).statusCode).toBe(500);
      expect((await get('/api/Geocode?zip=04103')).statusCode).toBe(500);
      await get('/api/Geocode?zip=abcde');
    });
    expect(asked).toEqual([
      '/places?key=k&zip=04101',
      '/places?key=k&zip=99999',
      '/places?key=k&zip=04102',
      '/places?key=k&zip=04103',
    ]);
  });
});
