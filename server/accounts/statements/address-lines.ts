import type { MailingAddress } from '#common/core/mailing-address.ts';

export function addressLines(name: string, { address1, city, state, zipCode }: MailingAddress): string[] {
  const place = [city, [state, zipCode].filter((part) => part !== '').join(' ')].filter((part) => part !== '');
  return [name, address1, place.join(', ')].filter((line) => line !== '');
}
