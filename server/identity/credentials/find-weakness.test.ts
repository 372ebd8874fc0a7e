import { expect, it } from 'vitest';
import { findWeakness } from './find-weakness.ts';

const margaret = {
  personal: ['Margaret Ann Okafor', 'margaret.okafor', 'mokafor79'],
  institutionName: 'First Harbor Lending',
};

it.each([
  ['aaaaaaaa', 'repeated'],
  ['ababababababababab', 'repeated'],
  ['abc123abc123abc123', 'repeated'],
  ['aA1!aA1!', 'repeated'],
  ['        ', 'repeated'],
  ['abcdefgh', 'sequence'],
  ['zyxwvutsrqponmlk', 'sequence'],
  ['mnopqrst-7', 'sequence'],
  ['sdfghjkl;7', 'keyboardRow'],
  ['1979-05-23', 'date'],
  ['Okafor1979', 'personalWord'],
  ['0kaf0r-1979!', 'personalWord'],
  ['margaretokafor', 'personalWord'],
  ['mokafor79!', 'personalWord'],
  ['Harbor26', 'institutionName'],
  ['firstharbor', 'institutionName'],
  ['Harbor-2026!', 'institutionName'],
  ['FirstHarborLending', 'institutionName'],
  ['HarborLending2026!', 'institutionName'],
  ['margaretokafor1979', 'personalWord'],
] as const)('"%s" is easy to guess: %s', async (password, weakness) => {
  expect(await findWeakness(password, margaret)).toBe(weakness);
});

// Common passwords, and their usual variations.
it.each(
  `password Password1 Passw0rd! P@ssw0rd Password123! passwordpassword Winter2026 Summer2025! Spring-2026 January2026
  Welcome1 Welcome123! Changeme1 letmein1 Letmein123 iloveyou1 iloveyou2026 qwerty123 Qwerty123! qwertyuiop 1q2w3e4r
  1q2w3e4r5t 1qaz2wsx zaq12wsx q1w2e3r4t5 asdfghjkl zxcvbnm1 1234qwer qwer1234 abcd1234 a1b2c3d4 12345678 123456789
  87654321 11111111 00000000 147258369 987654321 baseball1 football1 Football2026 superman1 batman123 monkey123
  dragon123 master123 shadow123 sunshine1 Sunshine#99 princess1 charlie1 michael1 jordan23 trustno1 starwars1
  computer1 internet1 whatever1 secret123 Secret-2026 admin123! Administrator1 test1234 default1 login123 access14
  hello123! freedom1 cheese123 pokemon123 google123 samsung1 liverpool1 chelsea1 arsenal1 mustang1 harley123
  killer123 hunter123 ranger123 buster123 soccer123 hockey123 george123 thomas123 jessica1 ashley123 drowssap 12-34-56-78 19-79-05-23 qwerty-12345`
    .trim()
    .split(/\s+/),
)('"%s" is a common guess', async (password) => {
  expect(await findWeakness(password, margaret)).toBeDefined();
});

it.each([
  'three tall ships 7',
  'Lantern on the pier 7',
  'tall-ship-7',
  'correct horse battery staple',
  'margaret keeps forty-one bees',
  'a harbor in the fog at dawn',
  'xkqz7wvb',
  'vT7#pLq2',
  '🦆🚢⚓🌊🐟🦀🐚🏝',
  'Grüße aus dem Hafen',
])('"%s" is hard enough', async (password) => {
  expect(await findWeakness(password, margaret)).toBeUndefined();
});

it('a name counts with and without its accents', async () => {
  const tomas = { personal: ['Tomás Núñez'], institutionName: '' };
  for (const password of ['tomasnunez1', 'tomásnúñez1'])
    expect(await findWeakness(password, tomas)).toBe('personalWord');
  expect(await findWeakness('Harbor lanterns', tomas)).toBeUndefined();
});

it('only the first 64 characters count, so the longest password takes no longer', async () => {
  expect(await findWeakness(`${'a'.repeat(64)}three tall ships 7 past Kittery`, margaret)).toBe('repeated');
});

it('the process answers others while a crafted password is checked', async () => {
  const crafted = '1a2!'.repeat(8) + 'qwErty19790523'.repeat(2);
  const begun = performance.now();
  const waits: number[] = [];
  let last = begun;
  const timer = setInterval(() => {
    waits.push(performance.now() - last);
    last = performance.now();
  });
  await Promise.all(Array.from({ length: 20 }, () => findWeakness(crafted, margaret)));
  clearInterval(timer);
  // On the main thread, the questions would be one long wait.
  expect(Math.max(...waits)).toBeLessThan((performance.now() - begun) / 4);
});
