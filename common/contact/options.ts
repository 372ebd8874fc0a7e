import {
  listOption,
  numberOption,
  richTextOption,
  serverOnly,
  switchOption,
  textOption,
  urlOption,
} from '#common/contract/option-kinds.ts';

export const contactOptions = {
  'messageOptions.sendTo': serverOnly(
    textOption('', 'Email address for messages; required where messages are offered and sent on by email'),
  ),
  'messageOptions.forwardByEmail': switchOption(
    true,
    'Sends each message from a customer on to the address as well; off where staff read them in the desk alone',
  ),
  'messageOptions.secureMessages': switchOption(
    false,
    'Customers read and answer messages in the portal; off: only the contact form, answered by email',
  ),
  'messageOptions.topics': listOption(
    ['Payments', 'Payoff', 'Insurance', 'My information', 'Something else'],
    'What messages can be about; the desk sorts by them',
  ),
  'messageOptions.allowAttachments': switchOption(
    true,
    'Customers and staff attach files to messages in the portal; off: files that were sent can still be opened',
  ),
  'messageOptions.maxAttachments': numberOption(
    5,
    'How many files a message can have, at most 20; formats, sizes and files a day are those of documents',
  ),
  'messageOptions.answerTemplates': serverOnly(
    listOption(
      [
        'We are looking into it\nHello {name},\n\nThank you for your message. We are looking into it and will answer within one business day.\n\n{institution}',
        'We need more information\nHello {name},\n\nThank you for your message. To help you, we need to know more:\n\n\n{institution}',
        'Done\nHello {name},\n\nWe have taken care of this. Let us know if there is anything else.\n\n{institution}',
      ],
      'Answers that staff can start from: the title in the first line, the words below; {name} and {institution} are filled in',
    ),
  ),
  'messageOptions.hideFeedback': switchOption(false, 'Offers questions only, without feedback'),
  'messageOptions.hideBranchNumber': switchOption(false, 'Visitors are not asked for a branch number'),
  'messageOptions.requireBranchNumber': switchOption(false, 'Visitors must give a branch number'),
  'messageOptions.captchaSiteKey': textOption(
    '',
    'reCAPTCHA site key, for visitors; without one, and for signed-in customers, the portal uses its own captcha',
  ),
  'faqOptions.hideSecurity': switchOption(false, 'Hides Security in the FAQ'),
  'faqOptions.hideAccount': switchOption(false, 'Hides Account in the FAQ'),
  'faqOptions.hideRates': switchOption(false, 'Hides Rates in the FAQ'),
  'faqOptions.hideHolidays': switchOption(false, 'Hides Holidays in the FAQ'),
  'faqOptions.hideGeneral': switchOption(false, 'Hides General in the FAQ'),
  'faqOptions.contentSecurity': richTextOption('FAQ, Security; each question an h3 with its answer below'),
  'faqOptions.contentAccount': richTextOption('FAQ, Account'),
  'faqOptions.contentRates': richTextOption('FAQ, Rates'),
  'faqOptions.contentHolidays': richTextOption('FAQ, Holidays'),
  'faqOptions.contentGeneral': richTextOption('FAQ, General'),
  'locatorOptions.geocodeUrl': urlOption(
    "Service for zip code positions: called with ?zip=, answers Latitude and Longitude; by default the portal's own list",
  ),
  'locatorOptions.mapZoom': numberOption(10, "Zoom level of the map for a zip code or the visitor's location"),
  'locatorOptions.tileUrl': urlOption(
    "Tile address of an outside map, with {z}, {x} and {y}; by default the portal's own map",
  ),
  'locatorOptions.tileAttribution': textOption('', 'Attribution of the outside map'),
  'locatorOptions.directionsUrl': {
    ...urlOption('Address of a directions service, with {} for the destination; empty for no directions'),
    defaultValue: 'https://www.google.com/maps/dir/?api=1&destination={}' as string,
  },
} as const;
