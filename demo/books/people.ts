export interface DemonstrationPerson {
  readonly loginName: string;
  readonly customerId: string;
  /** The right password is answered with a denial of access. */
  readonly restricted: boolean;
  readonly firstSignIn: boolean;
  readonly getsTexts: boolean;
  /** A visitor who never used a bank account here hasn't accepted its terms either, as in real life. */
  readonly usesBankAccount: boolean;
  /** Describes what this person shows, for the start-up message. */
  readonly shows: string;
}

export const demonstrationPeople: readonly DemonstrationPerson[] = [
  {
    ...person('margaret.okafor', '400101', 'a customer who has everything'),
    getsTexts: true,
    usesBankAccount: true,
  },
  person('li.wei', '400102', 'one loan, no saved payment method'),
  person('acme.supply', '400103', 'a company with two loans'),
  { ...person('nora.quinn', '400104', 'a first sign-in, with its steps'), firstSignIn: true },
  { ...person('sam.rivera', '400105', 'a recurring payer with weekly and monthly loans'), usesBankAccount: true },
  person('dee.blocked', '400106', 'loans that are held, blocked, disputed or delinquent'),
  { ...person('rex.stricted', '400107', 'a restricted sign-in'), restricted: true },
  person('no.mail', '400108', 'no email address on file'),
  person('pat.empty', '400109', 'no accounts'),
];

function person(loginName: string, customerId: string, shows: string): DemonstrationPerson {
  const nothingSpecial = { restricted: false, firstSignIn: false, getsTexts: false, usesBankAccount: false };
  return { loginName, customerId, ...nothingSpecial, shows };
}

export interface UnregisteredPerson {
  readonly customerId: string;
  readonly name: string;
  readonly accountNumber: string;
  /** A savings account in addition to the loan. */
  readonly depositNumber?: string;
  readonly ssn: string;
  readonly birthDate: string;
  readonly zip: string;
  readonly phone: string;
  readonly birthPlace: string;
  readonly driversLicense: string;
  readonly mothersMaiden: string;
}

/** Customers without a login, for trying out registration. */
export const unregisteredPeople: readonly UnregisteredPerson[] = [
  {
    customerId: '400121',
    name: 'Harriet Lowell',
    accountNumber: '101-008814-6',
    ssn: '900318814',
    birthDate: '1979-05-23',
    zip: '04101',
    phone: '5550108814',
    birthPlace: 'Bangor',
    driversLicense: '4481907',
    mothersMaiden: 'Pelletier',
  },
  {
    customerId: '400122',
    name: 'Tomas Reyes',
    accountNumber: '102-009026-3',
    ssn: '900329026',
    birthDate: '1988-12-09',
    zip: '03801',
    phone: '5550109026',
    birthPlace: 'Laredo',
    driversLicense: '09RST88121',
    mothersMaiden: 'Ibarra',
  },
  {
    customerId: '400123',
    name: 'June Park',
    accountNumber: '101-009377-9',
    depositNumber: '104-009378-7',
    ssn: '900339377',
    birthDate: '1995-02-28',
    zip: '02139',
    phone: '5550109377',
    birthPlace: 'Busan',
    driversLicense: 'S51882604',
    mothersMaiden: 'Seo',
  },
];

/** Describes what these people enter to register, one line each. */
export function describeUnregistered(): string[] {
  return unregisteredPeople.map((person) => {
    const [year = '', month = '', day = ''] = person.birthDate.split('-');
    const accounts = person.depositNumber
      ? `${person.accountNumber} (deposit ${person.depositNumber})`
      : person.accountNumber;
    return [
      person.name,
      `loan ${accounts}`,
      `SSN ${person.ssn}`,
      `born ${month}/${day}/${year} in ${person.birthPlace}`,
      `zip ${person.zip}`,
      `phone ${person.phone}`,
      `license ${person.driversLicense}`,
      `mother’s maiden name ${person.mothersMaiden}`,
    ].join(', ');
  });
}

/** A customer converted from another system, whose login must be activated with a new password. */
export interface MigratedPerson {
  readonly customerId: string;
  readonly name: string;
  readonly loginName: string;
  readonly ssn: string;
  readonly birthDate: string;
  /** The institution denies this customer access. */
  readonly restricted: boolean;
  /** Describes what the activation link shows. */
  readonly shows: string;
}

export const migratedPeople: readonly MigratedPerson[] = [
  {
    customerId: '400131',
    name: 'Ruth Ferris',
    loginName: 'ruth.ferris',
    ssn: '900340131',
    birthDate: '1972-09-14',
    restricted: false,
    shows: 'an activation that succeeds',
  },
  {
    customerId: '400132',
    name: 'Ivo Brandt',
    loginName: 'ivo.brandt',
    ssn: '900340132',
    birthDate: '1966-01-30',
    restricted: true,
    shows: 'an activation of a restricted customer',
  },
  {
    customerId: '400133',
    name: 'Liang Weir',
    loginName: 'li.wei',
    ssn: '900340133',
    birthDate: '1993-06-02',
    restricted: false,
    shows: 'an activation whose login name is taken',
  },
];
