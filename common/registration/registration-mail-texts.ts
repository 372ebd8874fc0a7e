import { defineTexts } from '#common/contract/define-texts.ts';

export const registrationMailTexts = defineTexts({
  'registerMail.codeSubject': 'Your security code',
  'registerMail.codeBody':
    'Hello{},\n\nsomebody is creating a login with this e-mail address. If it is you, enter this code on the screen. It works once, for ten minutes.\n\nIf it is not you, there is nothing to do: without the code the login is not created.',
  'registerMail.createdSubject': 'A login was created for your accounts',
  'registerMail.createdBody':
    'A login named {} was created for your accounts. The first time you log in, we send a security code to this address. Nobody can use the login without it.\n\nIf you did not create this login, do not share the code with anyone, and contact us: the person who did knows your details.',
  'registerMail.welcomeSubject': 'Welcome: your login is ready',
  'registerMail.welcomeBody':
    'Your login {} is ready. You can now see your accounts and make payments online.\n\nIf you have not created it, please contact us at once.',
  'registerMail.verifySubject': 'Please verify your e-mail address',
  'registerMail.verifyBody':
    'Please confirm that this e-mail address is yours. The link works once, for 24 hours.\n\nIf you have not created a login, please contact us at once.',
  'registerMail.verifyLink': 'Verify my e-mail address',
  'registerMail.triedSubject': 'Somebody tried to create a login with your details',
  'registerMail.triedBody':
    'Somebody has just tried to create a login for your accounts, although you have one. Nothing was changed.\n\nIf it was you, sign in with the login you have, or use the link for a forgotten login. If it was not you, please contact us: that person knows your details.',
  'registerMail.changedSubject': 'Your e-mail address was changed',
  'registerMail.changedBody':
    'A login was created for your accounts, and with it another e-mail address took the place of this one.\n\nIf it was you, there is nothing to do. If not, please contact us at once.',
  'activateMail.inviteSubject': 'Your accounts have a new portal',
  'activateMail.inviteBody':
    'Hello {},\n\nyour accounts are shown in a new portal from now on. Your login name stays {}. To go on, choose a new password: the button below leads there. The link works once, for seven days.\n\nIf you would rather not follow a link, open our site as you always do and create your login there. We never ask for a password by e-mail.',
  'activateMail.inviteLink': 'Choose a new password',
  'activateMail.codeSubject': 'Your security code',
  'activateMail.codeBody':
    'Somebody is activating your account. If it is you, enter this code on the screen. It works once, for ten minutes.\n\nIf it is not you, please contact us.',
});
