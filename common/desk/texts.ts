import { defineTexts } from '#common/contract/define-texts.ts';

/** Emails of the desk. The desk's own screens are worded where they are drawn; customers don't see them. */
export const deskTexts = defineTexts({
  'deskMail.invitationSubject': 'Your access to the desk',
  'deskMail.invitationBody':
    'Hello {name},\n\nYou can now sign in to the desk. Open the link on the computer you work at and create a passkey. The link works one time, for 72 hours.\n\nIf you did not expect this, tell your supervisor.',
  'deskMail.invitationLink': 'Create a passkey',
});
