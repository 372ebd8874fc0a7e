import type { LightMyRequestResponse } from 'fastify';
import { day } from '#common/core/dates.ts';
import type { Options } from '#common/contract/all-options.ts';
import { sealCustomer } from '#server/host/books/customer-details.ts';
import { findUserByCustomer } from '#server/identity/users/users.queries.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { addCustomer, addDeposit, addLoan } from './books.ts';
import { newestCode, SigningInBrowser } from './sign-in-journey.ts';
import { createTestApp } from './test-app.ts';

export type RegistrationScene = Awaited<ReturnType<typeof createRegistrationScene>>;

export const noErrors = { HasNoErrors: true, Errors: [] };
/** Registered without a verified address: the first sign-in asks for a code. */
export const registered = { ...noErrors, FirstLoginCode: 'email' };

/** An institution, and customers without a login who register there. */
export async function createRegistrationScene() {
  const test = await createTestApp();
  const usualOptions = test.services.institution.options;

  let newcomers = 0;

  /** A customer without a login, and the data they enter. */
  async function newcomer(details: { readonly restricted?: boolean; readonly emailAddress?: string } = {}) {
    newcomers += 1;
    const number = String(newcomers).padStart(4, '0');
    const customerId = `newcomer-${number}`;
    const person = {
      customerId,
      companyNumber: 0,
      firstName: 'Harriet',
      lastName: 'Lowell',
      companyName: '',
      emailAddress: `harriet.${number}@example.com`,
      phone: '5550108814',
      birthDate: day('1979-05-23'),
      ssn: `90050${number}`,
      birthPlace: 'Bangor',
      driversLicense: '4481907',
      mothersMaiden: 'Pelletier',
      address1: '',
      city: 'Portland',
      state: 'ME',
      zip: '04101',
      branch: '101',
      ...details,
    };
    const { database, cipher } = test.services;
    await addCustomer(database, customerId, sealCustomer(person, cipher));
    await addLoan(database, { number: `101-50${number}-1`, customerId });
    await addDeposit(database, { number: `104-50${number}-2`, customerId, typeCode: 3, balance: 90_000 });
    const types: Record<string, unknown> = {
      Agreements: agreeToAll(),
      UserName: `harriet.${number}`,
      AccountNumber: `101-50${number}-1`,
      AccountType: 'Loan',
      FirstName: 'Harriet',
      MiddleName: 'Q',
      LastName: 'Lowell',
      EmailAddress: person.emailAddress,
      SSN: person.ssn,
      DateOfBirth: '05/23/1979',
      ZipCode: '04101',
      PhoneNumber: '(555) 010-8814',
      Password: 'three tall ships 7',
      PasswordConfirm: 'three tall ships 7',
    };
    return {
      customerId,
      emailAddress: person.emailAddress,
      userName: `harriet.${number}`,
      register: (changes: Record<string, unknown> = {}, cookie = '', remoteAddress = '127.0.0.1') =>
        test.app.inject({
          remoteAddress,
          method: 'POST',
          url: '/api/Register/RegisterUser',
          headers: { cookie },
          payload: { ...types, ...changes },
        }),
      /** Signs in for the first time with the code sent to the address on file. */
      logInFirst: async () => {
        const browser = new SigningInBrowser(test);
        await browser.logIn(`harriet.${number}`, 'three tall ships 7');
        const answer = await browser.enterCode(await newestCode(test));
        if (answer.statusCode !== 200) throw new Error(`The first sign-in answered ${answer.body}`);
      },
      findUser: () => findUserByCustomer(test.services.database, customerId),
    };
  }

  /** Accepts all terms the demonstration shows at registration. */
  function agreeToAll(): { AgreedTo: boolean; AgreementType: number }[] {
    return test.services.institution.agreements
      .filter(({ whenToAgree }) => whenToAgree.includes('registration'))
      .map(({ hostNumber }) => ({ AgreedTo: true, AgreementType: hostNumber }));
  }

  /** Applies to the current test only. */
  function offer(options: Partial<Options>): void {
    Object.assign(test.services.institution, { options: { ...usualOptions, ...options } });
  }

  return {
    test,
    usualOptions,
    newcomer,
    agreeToAll,
    offer,
    async mailTo(recipient: string): Promise<string[]> {
      const messages = await listNewestMessages(test.services, 50);
      return messages.filter((message) => message.recipient === recipient).map(({ subject }) => subject);
    },
    call: (url: string, payload: object): Promise<LightMyRequestResponse> =>
      test.app.inject({ method: 'POST', url, payload }),
    /** Between two tests. */
    async reset(): Promise<void> {
      offer({});
      await test.services.database.deleteFrom('request_limits').execute();
    },
  };
}

export function codesOf(response: LightMyRequestResponse): string[] {
  return response.json<{ Errors: { ErrorMessage: string }[] }>().Errors.map(({ ErrorMessage }) => ErrorMessage);
}
