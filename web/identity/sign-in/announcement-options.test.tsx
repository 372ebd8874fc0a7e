import { expect, it } from 'vitest';
import type { PublicOptions } from '#common/contract/all-options.ts';
import { renderScreen } from '#tests/builders/render-screen.tsx';
import { Announcement } from './Announcement.tsx';

const token = navigator.userAgent.split(' ')[0] ?? '';

it.each<[Partial<PublicOptions>, boolean]>([
  [{}, false],
  [{ 'loginOptions.announcementText': '<p>We close at noon.</p>' }, true],
  [
    { 'loginOptions.announcementText': '<p>We close at noon.</p>', 'loginOptions.announcementMode': 'mobileOnly' },
    false,
  ],
  [
    {
      'loginOptions.announcementText': '<p>We close at noon.</p>',
      'loginOptions.announcementMode': 'mobileOnly',
      'globalOptions.mobileUserAgentToken': token,
    },
    true,
  ],
])('an announcement under %j shows: %s', async (options, shows) => {
  const { page, press } = await renderScreen(<Announcement />, { options });
  expect(page.textContent.includes('We close at noon.')).toBe(shows);
  if (!shows) return;
  await press('Close');
  expect(page.textContent).not.toContain('We close at noon.');
});
