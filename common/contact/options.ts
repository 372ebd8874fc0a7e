import {
  numberOption,
  richTextOption,
  serverOnly,
  switchOption,
  textOption,
  urlOption,
} from '#common/contract/option-kinds.ts';

export const contactOptions = {
  'messageOptions.sendTo': serverOnly(
    textOption('', 'E-mail address that messages go to; required where messages are offered'),
  ),
  'messageOptions.hideFeedback': switchOption(false, 'Messages are questions only'),
  'messageOptions.hideBranchNumber': switchOption(false, 'Visitors are not asked for a branch number'),
  'messageOptions.requireBranchNumber': switchOption(false, 'Visitors must give a branch number'),
  'messageOptions.captchaSiteKey': textOption(
    '',
    'Site key of reCAPTCHA, for visitors; without one, and for whoever is signed in, the portal has its own check',
  ),
  'faqOptions.hideSecurity': switchOption(false, 'FAQ without Security'),
  'faqOptions.hideAccount': switchOption(false, 'FAQ without Account'),
  'faqOptions.hideRates': switchOption(false, 'FAQ without Rates'),
  'faqOptions.hideHolidays': switchOption(false, 'FAQ without Holidays'),
  'faqOptions.hideGeneral': switchOption(false, 'FAQ without General'),
  'faqOptions.contentSecurity': richTextOption('FAQ, Security; each question an h3 with its answer below'),
  'faqOptions.contentAccount': richTextOption('FAQ, Account'),
  'faqOptions.contentRates': richTextOption('FAQ, Rates'),
  'faqOptions.contentHolidays': richTextOption('FAQ, Holidays'),
  'faqOptions.contentGeneral': richTextOption('FAQ, General'),
  'locatorOptions.geocodeUrl': urlOption(
    'Service that places zip codes: asked with ?zip=, it answers Latitude and Longitude; without one the list within the portal',
  ),
  'locatorOptions.mapZoom': numberOption(10, 'How near the map goes to a zip code or to where somebody is'),
  'locatorOptions.tileUrl': urlOption(
    'Pictures of an outside map, with {z}, {x} and {y}; without one the map within the portal',
  ),
  'locatorOptions.tileAttribution': textOption('', 'Whom the outside map is from'),
  'locatorOptions.directionsUrl': {
    ...urlOption('Service that knows the way, with {} for the address; empty: no directions'),
    defaultValue: 'https://www.google.com/maps/dir/?api=1&destination={}' as string,
  },
} as const;
