import type { Day } from '#common/core/dates.ts';
import { addressStates } from '#common/core/us-states.ts';
import type { CustomerDetails } from '../customer-details.ts';
import {
  dateUpTo,
  digits,
  emailAddress,
  identifier,
  oneOf,
  text,
  wholeNumber,
  zipCode,
} from '#server/platform/import/field-parsers.ts';
import { type ImportLine, type LineProblem, optional, required } from '#server/platform/import/import-columns.ts';

export function customerColumns(today: Day) {
  return {
    customer_id: required(identifier),
    company_number: optional(wholeNumber(0, 999_999_999), 0),
    first_name: optional(text(50), ''),
    last_name: optional(text(50), ''),
    company_name: optional(text(100), ''),
    email: optional(emailAddress, ''),
    phone: optional(digits(10), ''),
    birth_date: optional(dateUpTo(today), null),
    ssn: optional(digits(9), null),
    address1: optional(text(45), ''),
    city: optional(text(20), ''),
    state: optional(oneOf(...addressStates.map((state) => state.code)), ''),
    zip: optional(zipCode, ''),
    branch: optional(text(10), ''),
    birth_place: optional(text(100), null),
    drivers_license: optional(text(50), null),
    mothers_maiden_name: optional(text(50), null),
    restricted: optional(oneOf('yes', 'no'), 'no'),
  };
}

export type CustomerLine = ImportLine<ReturnType<typeof customerColumns>>;

/** Checks that involve several columns. */
export function customerProblems(line: CustomerLine): LineProblem[] {
  const needed = line.company_number === 0 ? (['first_name', 'last_name'] as const) : (['company_name'] as const);
  return needed
    .filter((column) => line[column] === '')
    .map((column) => ({
      column,
      reason: line.company_number === 0 ? 'is required of a personal customer' : 'is required of a company',
    }));
}

export function customerFromLine(line: CustomerLine): CustomerDetails {
  return {
    customerId: line.customer_id,
    companyNumber: line.company_number,
    firstName: line.first_name,
    lastName: line.last_name,
    companyName: line.company_name,
    emailAddress: line.email,
    phone: line.phone,
    birthDate: line.birth_date,
    ssn: line.ssn,
    address1: line.address1,
    city: line.city,
    state: line.state,
    zip: line.zip,
    branch: line.branch,
    ...(line.birth_place === null ? {} : { birthPlace: line.birth_place }),
    ...(line.drivers_license === null ? {} : { driversLicense: line.drivers_license }),
    ...(line.mothers_maiden_name === null ? {} : { mothersMaiden: line.mothers_maiden_name }),
    restricted: line.restricted === 'yes',
  };
}
