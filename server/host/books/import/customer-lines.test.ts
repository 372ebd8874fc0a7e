import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { readLine } from '#server/platform/import/import-columns.ts';
import { customerColumns, customerFromLine, type CustomerLine, customerProblems } from './customer-lines.ts';

const ada: CustomerLine = {
  customer_id: 'c1',
  company_number: 0,
  first_name: 'Ada',
  last_name: 'Byron',
  company_name: '',
  email: '',
  phone: '',
  birth_date: null,
  ssn: null,
  address1: '',
  city: '',
  state: '',
  zip: '',
  branch: '',
  birth_place: null,
  drivers_license: null,
  mothers_maiden_name: null,
  restricted: 'no',
};

const read = (fields: Readonly<Record<string, string>>) =>
  readLine(customerColumns(day('2026-11-21')), Object.keys(fields), Object.values(fields));

describe('a line of the customers file', () => {
  test('needs only an id to be read', () => {
    expect(read({ customer_id: 'c1' })).toEqual({ values: { ...ada, first_name: '', last_name: '' } });
  });

  test('may restrict access, or not', () => {
    expect(read({ customer_id: 'c1', restricted: 'yes' })).toMatchObject({ values: { restricted: 'yes' } });
    expect(read({ customer_id: 'c1', restricted: 'no' })).toMatchObject({ values: { restricted: 'no' } });
  });

  test('may have a state of the United States', () => {
    expect(read({ customer_id: 'c1', state: 'ME' })).toMatchObject({ values: { state: 'ME' } });
    expect(read({ customer_id: 'c1', state: 'XX' })).toMatchObject({ problems: [{ column: 'state' }] });
  });
});

describe('the name', () => {
  const person = 'is required of a personal customer';

  test.each<[string, Partial<CustomerLine>, string[]]>([
    ['of a person is the first and last name', {}, []],
    ['of a person needs both', { first_name: '', last_name: '' }, [`first_name ${person}`, `last_name ${person}`]],
    ['of a person needs the last name', { last_name: '' }, [`last_name ${person}`]],
    ['of a company is the company name', { company_number: 4, company_name: 'Bakery', first_name: '' }, []],
    ['of a company is required', { company_number: 4 }, ['company_name is required of a company']],
  ])('%s', (_title, changes, expected) => {
    expect(customerProblems({ ...ada, ...changes }).map(({ column, reason }) => `${column} ${reason}`)).toEqual(
      expected,
    );
  });
});

describe('an imported customer', () => {
  test('has every fact of the file', () => {
    const facts: CustomerLine = {
      ...ada,
      email: 'ada@example.com',
      phone: '5550101111',
      birth_date: day('1979-05-23'),
      ssn: '900311234',
      address1: '1 Main Street',
      city: 'Portland',
      state: 'ME',
      zip: '04101',
      branch: '101',
      birth_place: 'Bangor',
      drivers_license: 'D1',
      mothers_maiden_name: 'Milbanke',
      restricted: 'yes',
    };
    expect(customerFromLine(facts)).toEqual({
      customerId: 'c1',
      companyNumber: 0,
      firstName: 'Ada',
      lastName: 'Byron',
      companyName: '',
      emailAddress: 'ada@example.com',
      phone: '5550101111',
      birthDate: '1979-05-23',
      ssn: '900311234',
      address1: '1 Main Street',
      city: 'Portland',
      state: 'ME',
      zip: '04101',
      branch: '101',
      birthPlace: 'Bangor',
      driversLicense: 'D1',
      mothersMaiden: 'Milbanke',
      restricted: true,
    });
  });

  test('lacks the facts that the file lacks, and is not restricted', () => {
    const customer = customerFromLine(ada);
    expect(customer.restricted).toBe(false);
    expect(customer).not.toHaveProperty('birthPlace');
    expect(customer).not.toHaveProperty('driversLicense');
    expect(customer).not.toHaveProperty('mothersMaiden');
  });
});
