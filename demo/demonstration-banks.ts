import type { Bank } from '#server/payments-network/routing/routing-directory.ts';

/**
 * Fictional banks. Their routing numbers have valid check digits but start with 41 to 47, which no Federal Reserve
 * district uses.
 */
export const demonstrationBanks: readonly [Bank, ...Bank[]] = [
  bank('411001012', 'Harbor Community Bank', '12 Wharf Street', 'Portland', 'ME', '04101'),
  bank('411001025', 'Casco Savings Bank', '301 Congress Street', 'Portland', 'ME', '04101'),
  bank('412002036', 'Granite Ledge Bank', '8 Quarry Road', 'Concord', 'NH', '03301'),
  bank('422003041', 'Old Mill Trust', '77 Canal Street', 'Lowell', 'MA', '01852'),
  bank('423004052', 'Tern Island Credit Union', '4 Ferry Landing', 'Newport', 'RI', '02840'),
  bank('433005067', 'Green Mountain Mutual', '19 Maple Avenue', 'Rutland', 'VT', '05701'),
  bank('444006071', 'Prairie States Bank', '500 Grain Exchange', 'Des Moines', 'IA', '50309'),
  bank('455007085', 'Lone Juniper National Bank', '2210 Mesa Drive', 'Lubbock', 'TX', '79401'),
  bank('466008099', 'Redwood Coast Credit Union', '63 Lighthouse Way', 'Eureka', 'CA', '95501'),
  { ...bank('477009100', 'Meridian Wire Bank', '1 Settlement Plaza', 'New York', 'NY', '10004'), achAllowed: false },
];

function bank(routingNumber: string, name: string, address: string, city: string, state: string, zip: string): Bank {
  return { routingNumber, name, address, city, state, zip, achAllowed: true };
}
