import { expect, it } from 'vitest';
import { defaultTexts } from '#common/contract/all-texts.ts';
import { type Settings, SettingsContext } from '#web/institution/settings.ts';
import { render } from '#web/ui/render-component.tsx';
import { Text } from './Text.tsx';

const numbers: readonly (readonly [text: string, whole: readonly string[]])[] = [
  ['Call (555) 010-4477 or 1-800-555-0100.', ['(555) 010-4477', '1-800-555-0100']],
  ['Questions? 555-010-4477', ['555-010-4477']],
  ['Due 12/01/2026: $1,442.95', []],
];

for (const [text, whole] of numbers) {
  it(`keeps phone numbers in one line: ${text}`, async () => {
    const english = { ...defaultTexts, 'register.questions': text };
    const settings = { gassySettings: { english, shared: {} } } as unknown as Settings;
    const { page } = await render(
      <SettingsContext value={settings}>
        <Text of="register.questions" />
      </SettingsContext>,
    );
    expect(page.textContent).toBe(text);
    expect([...page.querySelectorAll('span')].map(({ textContent }) => textContent)).toEqual(whole);
  });
}
