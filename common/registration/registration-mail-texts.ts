import { defineTexts } from '#common/contract/define-texts.ts';

export const registrationMailTexts = defineTexts({
  'registerMail.codeSubject': 'Your security code',
  'registerMail.codeBody':
    "Hello{name},\n\nSomeone is creating a login with this email address. If it's you, enter the code below within 10 minutes. It works one time.\n\nIf it's not you, ignore this email. Without the code, no login is created.",
  'registerMail.createdSubject': 'A login was created for your accounts',
  'registerMail.createdBody':
    "A login with the username {username} was created for your accounts. The first time you sign in, we'll send a security code to this address. No one can use the login without it.\n\nIf you didn't create this login, don't share the code with anyone, and contact us: the person who did knows your information.",
  'registerMail.welcomeSubject': 'Welcome! Your login is ready',
  'registerMail.welcomeBody':
    "Your username is {username}. You can now see your accounts and make payments online.\n\nIf you didn't create this login, please contact us right away.",
  'registerMail.verifySubject': 'Please verify your email address',
  'registerMail.verifyBody':
    "Please confirm that this is your email address. Use the link within 24 hours. It works one time.\n\nIf you didn't create a login, please contact us right away.",
  'registerMail.verifyLink': 'Verify my email address',
  'registerMail.triedSubject': 'Someone tried to create a login with your information',
  'registerMail.triedBody':
    "Someone just tried to create a login for your accounts, but you already have one. Nothing was changed.\n\nIf this was you, sign in as usual or reset your password from the sign-in page. If it wasn't, please contact us: that person knows your information.",
  'registerMail.changedSubject': 'Your email address was changed',
  'registerMail.changedBody':
    "Someone created a login for your accounts with a different email address. It replaces this one.\n\nIf this was you, you don't need to do anything. If not, please contact us right away.",
  'activateMail.inviteSubject': 'Your accounts are on a new site',
  'activateMail.inviteBody':
    "Hello {name},\n\nYour accounts are now on our new site. Your username is still {username}. To get started, choose a new password with the button below. The link works one time and expires in 7 days.\n\nIf you'd rather not follow a link, open our site as you usually do and create your login there. We never ask for a password by email.",
  'activateMail.inviteLink': 'Choose a new password',
  'activateMail.codeSubject': 'Your security code',
  'activateMail.codeBody':
    "Someone is activating your account. If it's you, enter the code below within 10 minutes. It works one time.\n\nIf it's not you, please contact us.",
});
