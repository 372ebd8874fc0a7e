import { addDays, day } from '#common/core/dates.ts';
import type { CustomerDetails } from '#server/host/books/customer-details.ts';
import type { SeededRandom } from './seeded-random.ts';

const firstNames = words(`
  Ada Ben Clara Dario Elena Farid Grace Hugo Imani Jonas Keiko Luis Mara Nikhil Olga Pedro Quincy Rosa Selim Tara
  Uma Victor Wendy Yusuf Zora`);
const lastNames = words(`
  Abbott Baird Castillo Dunn Ellery Fontaine Gray Haddad Ito Jensen Kaur Lopez Mbeki Novak Osborne Pham Quigley
  Rossi Silva Tran Ueda Voss Walsh Young Zeller`);
const trades = words('Bakery Boatyard Builders Fisheries Florists Garage Logistics Orchards');
const streets = ['Main Street', 'Pine Street', 'Harbor Road', 'Mill Lane', 'Elm Street', 'Ridge Road'];

const towns = [
  { city: 'Portland', state: 'ME', zip: '04101' },
  { city: 'Bangor', state: 'ME', zip: '04401' },
  { city: 'Portsmouth', state: 'NH', zip: '03801' },
  { city: 'Concord', state: 'NH', zip: '03301' },
  { city: 'Boston', state: 'MA', zip: '02108' },
  { city: 'Worcester', state: 'MA', zip: '01608' },
  { city: 'Burlington', state: 'VT', zip: '05401' },
  { city: 'Providence', state: 'RI', zip: '02903' },
];

export const BRANCHES = 40;

export function branchOf(place: number): string {
  return String(201 + (place % BRANCHES));
}

/** @param place from 1; the same place always gives the same customer */
export function generatedCustomerId(place: number): string {
  return `G${String(place).padStart(7, '0')}`;
}

/** One in sixteen is a company. Social Security numbers start with 9, which is never issued. */
export function generatedCustomer(place: number, random: SeededRandom): CustomerDetails {
  const firstName = random.pick(firstNames);
  const lastName = random.pick(lastNames);
  const isCompany = random.next() < 1 / 16;
  return {
    customerId: generatedCustomerId(place),
    companyNumber: isCompany ? random.between(1, 999) : 0,
    firstName: isCompany ? '' : firstName,
    lastName: isCompany ? '' : lastName,
    companyName: isCompany ? `${lastName} ${random.pick(trades)}` : '',
    emailAddress: `${firstName}.${lastName}.${place}@example.com`.toLowerCase(),
    phone: `555${String(place % 10_000_000).padStart(7, '0')}`,
    birthDate: isCompany ? null : addDays(day('1945-01-01'), random.between(0, 22_000)),
    ssn: String(900_000_000 + (place % 100_000_000)),
    address1: `${random.between(1, 990)} ${random.pick(streets)}`,
    ...random.pick(towns),
    branch: branchOf(place),
  };
}

function words(list: string): string[] {
  return list.trim().split(/\s+/);
}
