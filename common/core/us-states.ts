/** Two-letter codes, including DC (P 3). */
export const usStates = [
  { code: 'AL', name: 'Alabama' },
  { code: 'AK', name: 'Alaska' },
  { code: 'AZ', name: 'Arizona' },
  { code: 'AR', name: 'Arkansas' },
  { code: 'CA', name: 'California' },
  { code: 'CO', name: 'Colorado' },
  { code: 'CT', name: 'Connecticut' },
  { code: 'DE', name: 'Delaware' },
  { code: 'DC', name: 'District of Columbia' },
  { code: 'FL', name: 'Florida' },
  { code: 'GA', name: 'Georgia' },
  { code: 'HI', name: 'Hawaii' },
  { code: 'ID', name: 'Idaho' },
  { code: 'IL', name: 'Illinois' },
  { code: 'IN', name: 'Indiana' },
  { code: 'IA', name: 'Iowa' },
  { code: 'KS', name: 'Kansas' },
  { code: 'KY', name: 'Kentucky' },
  { code: 'LA', name: 'Louisiana' },
  { code: 'ME', name: 'Maine' },
  { code: 'MD', name: 'Maryland' },
  { code: 'MA', name: 'Massachusetts' },
  { code: 'MI', name: 'Michigan' },
  { code: 'MN', name: 'Minnesota' },
  { code: 'MS', name: 'Mississippi' },
  { code: 'MO', name: 'Missouri' },
  { code: 'MT', name: 'Montana' },
  { code: 'NE', name: 'Nebraska' },
  { code: 'NV', name: 'Nevada' },
  { code: 'NH', name: 'New Hampshire' },
  { code: 'NJ', name: 'New Jersey' },
  { code: 'NM', name: 'New Mexico' },
  { code: 'NY', name: 'New York' },
  { code: 'NC', name: 'North Carolina' },
  { code: 'ND', name: 'North Dakota' },
  { code: 'OH', name: 'Ohio' },
  { code: 'OK', name: 'Oklahoma' },
  { code: 'OR', name: 'Oregon' },
  { code: 'PA', name: 'Pennsylvania' },
  { code: 'RI', name: 'Rhode Island' },
  { code: 'SC', name: 'South Carolina' },
  { code: 'SD', name: 'South Dakota' },
  { code: 'TN', name: 'Tennessee' },
  { code: 'TX', name: 'Texas' },
  { code: 'UT', name: 'Utah' },
  { code: 'VT', name: 'Vermont' },
  { code: 'VA', name: 'Virginia' },
  { code: 'WA', name: 'Washington' },
  { code: 'WV', name: 'West Virginia' },
  { code: 'WI', name: 'Wisconsin' },
  { code: 'WY', name: 'Wyoming' },
] as const;

/** Where the Postal Service delivers besides the states, with the ZIP code prefixes there. */
const postalAreas = [
  { code: 'AS', name: 'American Samoa', zips: ['967'] },
  { code: 'GU', name: 'Guam', zips: ['969'] },
  { code: 'MP', name: 'Northern Mariana Islands', zips: ['969'] },
  { code: 'PR', name: 'Puerto Rico', zips: ['006', '007', '009'] },
  { code: 'VI', name: 'U.S. Virgin Islands', zips: ['008'] },
  { code: 'AA', name: 'Armed Forces Americas (AA)', zips: ['340'] },
  { code: 'AE', name: 'Armed Forces Europe (AE)', zips: ['09'] },
  { code: 'AP', name: 'Armed Forces Pacific (AP)', zips: ['962', '963', '964', '965', '966'] },
] as const;

export const addressStates = [...usStates, ...postalAreas];

type AddressStateCode = (typeof addressStates)[number]['code'];

export function isUsState(code: string): code is AddressStateCode {
  return addressStates.some((state) => state.code === code);
}

/** Returns undefined for a state, whose ZIP codes are listed by city. */
export function isZipOfPostalArea(code: string, zipCode: string): boolean | undefined {
  return postalAreas.find((area) => area.code === code)?.zips.some((zip) => zipCode.startsWith(zip));
}
