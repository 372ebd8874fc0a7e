import { expect, it } from 'vitest';
import { ordinarySettings, ordinaryTerms } from '#tests/builders/payment-samples.ts';
import { renderInPortal } from '#web/kit/render-in-portal.tsx';
import { CardForm } from './CardForm.tsx';

async function show() {
  const form = await renderInPortal(
    <CardForm id="card" settings={ordinarySettings} today={ordinaryTerms.today} onContinue={async () => undefined}>
      {() => null}
    </CardForm>,
  );
  return {
    ...form,
    brand: () => form.page.querySelector('output')?.textContent,
    async typeKeys(label: string, keys: string) {
      for (const key of keys) await form.type(label, form.field(label).value + key);
    },
  };
}

it.each([
  ['4', 'Visa'],
  ['37', 'American Express'],
  ['5555', 'Mastercard'],
  ['6011', 'Discover'],
  ['9', ''],
])('announces after %s that the card is %s', async (typed, brand) => {
  const form = await show();
  expect(form.brand()).toBe('');
  await form.typeKeys('Card Number', typed);
  expect(form.brand()).toBe(brand);
});

it('takes an expiration with a year of four digits, key by key', async () => {
  const form = await show();
  await form.typeKeys('Expiration (MM/YY)', '12/2030');
  expect(form.field('Expiration (MM/YY)').value).toBe('12/30');
});
