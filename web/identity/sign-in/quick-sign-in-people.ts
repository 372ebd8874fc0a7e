/** The people of the demonstration with what each shows; all have the same password. */
export const quickSignInPassword = 'Harbor-2026!';

export const quickSignInPeople: readonly (readonly [loginName: string, shows: string])[] = [
  ['margaret.okafor', 'has everything'],
  ['li.wei', 'one loan'],
  ['acme.supply', 'a company'],
  ['nora.quinn', 'first sign-in'],
  ['sam.rivera', 'recurring payments'],
  ['dee.blocked', 'accounts with restrictions'],
  ['rex.stricted', 'restricted'],
  ['no.mail', 'no e-mail address'],
  ['pat.empty', 'no accounts'],
];

export const quickSignInHeading = 'Quick sign-in (development only)';
