import { defineTexts } from '#common/contract/define-texts.ts';

/** Passkeys, authenticator apps and sessions; not in the specification. */
export const securityTexts = defineTexts({
  'passkeyLogin.button': 'Sign in with a passkey',
  'passkeyLogin.notDone': "Passkey sign-in didn't finish. Try again, or sign in with your password.",
  'passkeyLogin.refused': "We don't recognize this passkey. Sign in with your password.",
  'passkeyLogin.unsupported': "This browser doesn't support passkeys. Sign in with your password.",

  'authenticatorStep.intro': 'Open your authenticator app and enter the code it shows. Each code works one time.',
  'authenticatorStep.code': 'Code from your authenticator app',
  'authenticatorStep.useRecoveryCode': 'Use a recovery code',
  'authenticatorStep.useApp': 'Use your authenticator app',
  'authenticatorStep.recoveryIntro':
    'Enter one of the recovery codes you saved with your authenticator app. Each works one time.',
  'authenticatorStep.recoveryCode': 'Recovery code',
  'authenticatorStep.required': 'A code is required',
  'authenticatorStep.invalid': "That code didn't work. Wait for the next one, then try again.",
  'authenticatorStep.recoveryInvalid': "That code didn't work. Try another recovery code.",
  'authenticatorStep.maxAttempts': 'Too many wrong codes. Wait 15 minutes, then try again.',
  'authenticatorStep.lost':
    "Don't have your app or a recovery code? Call us. For your security, we can't email a code instead.",

  'confirmPassword.intro': 'For your security, enter your password again.',
  'confirmPassword.password': 'Your password',
  'confirmPassword.show': 'Show password',
  'confirmPassword.cancel': 'Cancel',
  'confirmPassword.required': 'Password is required.',
  'confirmPassword.wrong': 'Your current password is incorrect.',
  'confirmPassword.maxAttempts': 'Too many wrong passwords. Wait 15 minutes, then try again.',
  'confirmPassword.failed': 'Something went wrong. Try again.',

  'passkeys.heading': 'Passkeys',
  'passkeys.info':
    "Sign in with your fingerprint, face, or device PIN. A passkey can't be guessed and won't work on a fake site.",
  'passkeys.none': 'No passkeys yet.',
  'passkeys.error': "We couldn't load your passkeys.",
  'passkeys.name': 'Name',
  'passkeys.created': 'Added',
  'passkeys.lastUsed': 'Last used',
  'passkeys.neverUsed': 'Not used yet',
  'passkeys.blocked': 'Blocked because someone may have copied it. Remove it and add a new one.',
  'passkeys.add': 'Add a passkey',
  'passkeys.addTitle': 'Add a passkey',
  'passkeys.addContinue': 'Continue',
  'passkeys.defaultName': 'Passkey on {device}',
  'passkeys.nameHint': "Choose a name you'll recognize, such as “My phone”.",
  'passkeys.nameRequired': 'Enter a name',
  'passkeys.added': 'Passkey added.',
  'passkeys.addNotDone': "The passkey wasn't added. Try again.",
  'passkeys.addKnown': 'This device already has a passkey for you.',
  'passkeys.unsupported': "This browser doesn't support passkeys.",
  'passkeys.addFailed': "We couldn't add the passkey. Try again.",
  'passkeys.tooMany': "You've reached the passkey limit. Remove one first.",
  'passkeys.remove': 'Remove',
  'passkeys.removeOf': 'Remove {passkey}',
  'passkeys.removeTitle': 'Remove this passkey?',
  'passkeys.removeInfo': '“{passkey}” will no longer sign you in. Delete it from your device, too.',
  'passkeys.removed': 'Passkey removed.',

  'authenticator.heading': 'Authenticator app',
  'authenticator.info':
    "An app on your phone shows a new code every 30 seconds. When it's on, we ask for that code after your password on devices you haven't trusted.",
  'authenticator.error': "We couldn't check your authenticator app.",
  'authenticator.on': 'On',
  'authenticator.off': 'Off',
  'authenticator.since': 'Set up on {date}.',
  'authenticator.codesLeft': 'Recovery codes left: {count}.',
  'authenticator.codesLow': "You're running low. Get new recovery codes soon.",
  'authenticator.setUp': 'Set up authenticator app',
  'authenticator.replace': 'Use a different app',
  'authenticator.newCodes': 'Get new recovery codes',
  'authenticator.remove': 'Turn off',
  'authenticator.setUpTitle': 'Set up an authenticator app',
  'authenticator.setUpContinue': 'Continue',
  'authenticator.scan': 'Scan this QR code with your authenticator app.',
  'authenticator.picture': 'QR code with the setup key below',
  'authenticator.orType': 'Or enter this setup key in the app:',
  'authenticator.code': 'Code from your authenticator app',
  'authenticator.codeRequired': 'A code is required',
  'authenticator.codeInvalid':
    "That code didn't work. Check that your phone's clock is set automatically, then try the newest code.",
  'authenticator.confirm': 'Turn on',
  'authenticator.expired': 'Setup timed out. Start over.',
  'authenticator.codesTitle': 'Your recovery codes',
  'authenticator.codesInfo':
    "Save these codes somewhere private, away from your phone. Each one signs you in one time if you don't have your app. We won't show them again.",
  'authenticator.copy': 'Copy',
  'authenticator.copied': 'Copied',
  'authenticator.copyRefused': 'Your browser blocked copying. Write the codes down, or select and copy them yourself.',
  'authenticator.kept': "I've saved my codes",
  'authenticator.newCodesTitle': 'Get new recovery codes?',
  'authenticator.newCodesInfo': 'Your current codes will stop working.',
  'authenticator.newCodesContinue': 'Get new codes',
  'authenticator.removeTitle': 'Turn off your authenticator app?',
  'authenticator.removeInfo':
    "Your sign-in will be less secure. You'll need only your password, and an emailed code when we ask for one.",
  'authenticator.turnedOn': 'Your authenticator app is on.',
  'authenticator.turnedOff': 'Your authenticator app is off.',

  'sessions.heading': 'Where you are signed in',
  'sessions.info': "If you don't recognize a session, end it and change your password.",
  'sessions.error': "We couldn't load your sessions.",
  'sessions.device': '{browser} on {system}',
  'sessions.unknownBrowser': 'Unknown browser',
  'sessions.unknownSystem': 'an unknown device',
  'sessions.app': 'Our mobile app',
  'sessions.ipAddress': 'IP address',
  'sessions.since': 'Signed in',
  'sessions.lastSeen': 'Last active',
  'sessions.thisOne': 'This device',
  'sessions.end': 'End session',
  'sessions.endOf': 'End session on {device}, signed in {time}',
  'sessions.endTitle': 'End this session?',
  'sessions.endInfo': '{device} will be signed out right away.',
  'sessions.endOthers': 'End all other sessions',
  'sessions.endOthersTitle': 'End all other sessions?',
  'sessions.endOthersInfo': "You'll stay signed in here and be signed out everywhere else.",
  'sessions.ended': 'Session ended.',
  'sessions.othersEnded': "You're signed out everywhere else.",
  'devices.heading': "Devices you've used",
  'devices.info': "We don't ask for a code on trusted devices. We forget a device after 30 days without use.",
  'devices.none': 'No devices yet.',
  'devices.trusted': 'Trusted',
  'devices.firstUsed': 'First used',
  'devices.lastUsed': 'Last used',
  'devices.forget': 'Forget',
  'devices.forgetOf': 'Forget {device}, last used {time}',
  'devices.forgetTitle': 'Forget this device?',
  'devices.forgetInfo': '{device} will be signed out and treated as a new device next time.',
  'devices.forgetThisInfo': "You'll stay signed in. Next time, this counts as a new device.",
  'devices.forgotten': 'Device forgotten.',

  'staffVisits.heading': 'Who looked at your account',
  'staffVisits.info': 'We record each time our staff open your account. If you have a question about a visit, call us.',
  'staffVisits.none': "Our staff haven't opened your account.",
  'staffVisits.error': "We couldn't load who looked at your account.",
  'staffVisits.opened': 'A member of our staff opened your account',
  'staffVisits.viewed': 'A member of our staff saw these pages as you see them',
  'staffVisits.on': 'On',

  'confirmIdentity.title': "Confirm it's you",
  'confirmIdentity.intro': "For your security, enter your password. We won't ask again for the next 10 minutes.",
  'confirmIdentity.codeIntro':
    "For your security, enter the code we sent to your email. We won't ask again for the next 10 minutes.",
  'confirmIdentity.code': 'Code from the email',
  'confirmIdentity.codeRequired': 'A code is required',
  'confirmIdentity.codeWrong': "That code didn't work. Check it, or ask for a new one.",
  'confirmIdentity.codeMaxAttempts': 'Too many codes or attempts. Wait 15 minutes, then try again.',
  'confirmIdentity.resend': 'Send a new code',
  'confirmIdentity.resent': 'A new code is on its way. The old one no longer works.',
  'confirmIdentity.signInAgain':
    'For your security, you need to have signed in recently to make this change. Log out, sign in again, then try once more.',
  'confirmIdentity.usePasskey': 'Use a passkey',
  'confirmIdentity.useApp': 'Use your authenticator app',
  'confirmIdentity.usePassword': 'Use your password',
  'confirmIdentity.appIntro':
    "For your security, enter the code from your authenticator app. We won't ask again for the next 10 minutes.",
  'confirmIdentity.appCode': 'Code from your authenticator app',
  'confirmIdentity.appWrong': "That code didn't work or was already used. Enter the newest code.",
  'confirmIdentity.passkeyUnsupported': "This browser doesn't support passkeys.",
  'confirmIdentity.passkeyNotDone': 'No passkey was used. Try again, or confirm another way.',
  'confirmIdentity.passkeyWrong': "This passkey doesn't belong to your account. Confirm another way.",
  'confirmIdentity.loading': 'One moment…',
  'confirmIdentity.submit': 'Confirm',
  'confirmIdentity.notDone': "Nothing was changed. Confirm it's you first, then try again.",

  'securityMail.codeSubject': 'Your security code',
  'securityMail.codeBody':
    "Someone signed in to your accounts is making a change that needs the code below. Use it within 10 minutes.\n\nIf this isn't you, don't share the code with anyone, and call us.",
  'securityMail.methodSubject': 'A payment method was added',
  'securityMail.bankAccountAddedBody':
    "The bank account ending in {lastFour} at {bank} was saved for payments.\n\nIf this wasn't you, sign in, delete it, and change your password, or call us.",
  'securityMail.cardAddedBody':
    "The card ending in {lastFour} was saved for payments.\n\nIf this wasn't you, sign in, delete it, and change your password, or call us.",
  'securityMail.subject': 'Your sign-in settings changed',
  'securityMail.passkeyAddedBody':
    "A passkey named “{passkey}” was added to your sign-in.\n\nIf this wasn't you, sign in, remove it in your profile, and change your password, or call us.",
  'securityMail.passkeyRemovedBody':
    "The passkey named “{passkey}” was removed from your sign-in.\n\nIf this wasn't you, change your password or call us.",
  'securityMail.passkeyBlockedBody':
    "Someone tried to sign in with what may be a copy of your passkey “{passkey}”. We didn't let them in, and we blocked the passkey.\n\nPlease remove it in your profile and add a new one. If you use it on a device restored from a backup, that may be the reason.",
  'securityMail.authenticatorAddedBody':
    "An authenticator app was set up for your sign-in. From now on, we ask for its code on devices you haven't trusted.\n\nIf this wasn't you, call us.",
  'securityMail.authenticatorRemovedBody':
    "Your authenticator app was removed. We'll no longer ask for its code.\n\nIf this wasn't you, change your password or call us.",
  'securityMail.passkeysRemovedBody':
    "We removed all passkeys from your sign-in, as we were asked to. From now on, sign in with your password. You can add a passkey again in your profile.\n\nIf this wasn't you, change your password and call us.",
  'securityMail.accessSubject': 'We changed your online access',
  'securityMail.unlockedBody':
    "We unlocked your sign-in. Your username and password work again.\n\nIf you didn't ask us for this, change your password or call us.",
  'securityMail.reopenedBody':
    "Your online access is no longer restricted. Your username and password work again.\n\nIf you didn't ask us for this, change your password or call us.",
  'securityMail.sessionsEndedBody':
    "We signed you out on all your devices. To go on, sign in again.\n\nIf you didn't ask us for this, change your password or call us.",
  'securityMail.devicesForgottenBody':
    "We no longer recognize your browsers and phones. The next time you sign in, we may ask for a code, and our mobile app asks for your password.\n\nIf you didn't ask us for this, change your password or call us.",
  'securityMail.recoveryCodesMadeBody':
    "You have new recovery codes. Your old codes no longer work.\n\nIf this wasn't you, change your password or call us.",
  'securityMail.appAddedBody':
    "Fingerprint or face sign-in was turned on in our mobile app.\n\nIf this wasn't you, sign in, forget the app in your profile, and change your password, or call us.",
  'securityMail.appTokenReusedBody':
    "Someone tried to sign in with what may be a copy of your sign-in from our mobile app. We didn't let them in, and fingerprint or face sign-in no longer works in the app.\n\nSign in with your password and turn it on again. If this happens again, call us.",
  'securityMail.questionChangedBody':
    "Your security question or its answer was changed.\n\nIf this wasn't you, change your password or call us.",
  'securityMail.recoveryCodeUsedBody':
    "Someone signed in with your password and a recovery code. Codes left: {count}.\n\nIf this wasn't you, call us.",
});
