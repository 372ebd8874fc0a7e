import { day } from '#common/core/dates.ts';
import type { CustomerDetails } from '#server/host/books/customer-details.ts';
import { migratedPeople, unregisteredPeople } from './people.ts';

const blank = {
  companyNumber: 0,
  firstName: '',
  lastName: '',
  companyName: '',
  emailAddress: '',
  birthDate: null,
  ssn: null,
  branch: '101',
} as const;

const portland = { city: 'Portland', state: 'ME', zip: '04101' } as const;
const boston = { city: 'Boston', state: 'MA', zip: '02108' } as const;
const portsmouth = { city: 'Portsmouth', state: 'NH', zip: '03801' } as const;
const cambridge = { city: 'Cambridge', state: 'MA', zip: '02139' } as const;

export const customers: readonly CustomerDetails[] = [
  {
    ...blank,
    ...portland,
    customerId: '400101',
    firstName: 'Margaret',
    lastName: 'Okafor',
    emailAddress: 'margaret.okafor@example.com',
    phone: '5550104471',
    phoneTexting: true,
    birthDate: day('1984-03-17'),
    ssn: '900124471',
    address1: '18 Wharf Street',
  },
  {
    ...blank,
    ...boston,
    customerId: '400102',
    firstName: 'Li',
    lastName: 'Wei',
    emailAddress: 'li.wei@example.com',
    phone: '5550105520',
    birthDate: day('1991-11-02'),
    ssn: '900125520',
    address1: '402 Beacon Street',
  },
  {
    ...blank,
    ...portsmouth,
    customerId: '400103',
    companyNumber: 12,
    companyName: 'Acme Supply Co.',
    emailAddress: 'accounts@acme-supply.example.com',
    phone: '5550106012',
    ssn: '900126012',
    address1: '75 Market Square',
    branch: '102',
  },
  {
    ...blank,
    ...portland,
    customerId: '400104',
    firstName: 'Nora',
    lastName: 'Quinn',
    emailAddress: 'nora.quinn@example.com',
    phone: '5550106404',
    birthDate: day('1998-07-30'),
    ssn: '900126404',
    address1: '9 Congress Street',
  },
  {
    ...blank,
    ...cambridge,
    customerId: '400105',
    firstName: 'Sam',
    lastName: 'Rivera',
    emailAddress: 'sam.rivera@example.com',
    phone: '5550106718',
    birthDate: day('1987-01-12'),
    ssn: '900126718',
    address1: '221 Prospect Street',
  },
  {
    ...blank,
    ...boston,
    customerId: '400106',
    firstName: 'Dee',
    lastName: 'Blocked',
    emailAddress: 'dee.blocked@example.com',
    phone: '5550107033',
    birthDate: day('1975-10-05'),
    ssn: '900127033',
    address1: '1 Causeway Street',
    branch: '106',
  },
  {
    ...blank,
    ...portsmouth,
    customerId: '400107',
    firstName: 'Rex',
    lastName: 'Stricted',
    emailAddress: 'rex.stricted@example.com',
    phone: '5550107290',
    birthDate: day('1969-04-21'),
    ssn: '900127290',
    address1: '30 Ceres Street',
  },
  {
    ...blank,
    ...portland,
    customerId: '400108',
    firstName: 'Noor',
    lastName: 'Mail',
    phone: '5550107555',
    birthDate: day('1990-08-14'),
    ssn: '900127555',
    address1: '77 Exchange Street',
  },
  {
    ...blank,
    ...cambridge,
    customerId: '400109',
    firstName: 'Pat',
    lastName: 'Empty',
    emailAddress: 'pat.empty@example.com',
    phone: '5550107812',
    birthDate: day('2001-06-18'),
    ssn: '900127812',
    address1: '5 Brattle Street',
  },
  ...unregisteredPeople.map((person): CustomerDetails => {
    const { customerId, phone, ssn, zip, birthPlace, driversLicense, mothersMaiden } = person;
    const place = [portland, portsmouth, cambridge].find((town) => town.zip === zip) ?? portland;
    return {
      ...blank,
      ...place,
      ...namesOf(person.name),
      customerId,
      phone,
      birthDate: day(person.birthDate),
      ssn,
      birthPlace,
      driversLicense,
      mothersMaiden,
      address1: '12 Harbor View',
      branch: person.accountNumber.slice(0, 3),
    };
  }),
  ...migratedPeople.map(({ customerId, name, ssn, birthDate, restricted }): CustomerDetails => ({
    ...blank,
    ...boston,
    ...namesOf(name),
    customerId,
    phone: `5550${ssn.slice(3)}`,
    birthDate: day(birthDate),
    ssn,
    address1: '6 Long Wharf',
    restricted,
  })),
];

function namesOf(name: string): Pick<CustomerDetails, 'firstName' | 'lastName' | 'emailAddress'> {
  const [firstName = '', lastName = ''] = name.split(' ');
  return { firstName, lastName, emailAddress: `${firstName}.${lastName}@example.com`.toLowerCase() };
}
