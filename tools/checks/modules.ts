/** The module names, the same in `common/`, `server/` and `web/`. */
export const moduleNames = [
  'identity',
  'registration',
  'accounts',
  'payments',
  'documents',
  'profile',
  'contact',
  'institution',
  'desk',
] as const;

export type ModuleName = (typeof moduleNames)[number];

/** Allowed imports between modules. Every module may import `institution`, which imports none. */
const moduleArrows: Readonly<Record<ModuleName, readonly ModuleName[]>> = {
  accounts: ['payments', 'documents', 'profile', 'identity'],
  payments: ['identity'],
  registration: ['identity'],
  profile: ['documents', 'identity'],
  documents: [],
  contact: [],
  identity: [],
  institution: [],
  // The staff's side: it uses the others, and none uses it.
  desk: ['accounts', 'payments', 'documents', 'profile', 'contact', 'registration', 'identity'],
};

/** Returns the folders below `tree` that a file of `module` may import, in addition to the layers below modules. */
export function foldersOf(tree: 'server' | 'web', module: string): string[] {
  const arrows = moduleArrows[module as ModuleName] ?? [];
  return [module, ...arrows, 'institution'].map((name) => `${tree}/${name}/`);
}

/** The files that other modules may import, in each tree. A new one is a decision: it is harder to change. */
export const publicFiles: readonly string[] = [
  'server/documents/list-documents.ts',
  'server/identity/authenticator/authenticators.queries.ts',
  'server/identity/confirmation/identity-confirmation.ts',
  'server/identity/credentials/change-password.ts',
  'server/identity/credentials/check-new-password.ts',
  'server/identity/credentials/confirm-password.ts',
  'server/identity/credentials/new-login-mail.ts',
  'server/identity/credentials/password-person.ts',
  'server/identity/credentials/password-try-limits.ts',
  'server/identity/credentials/registration-proof.ts',
  'server/identity/one-time/one-time-tokens.queries.ts',
  'server/identity/one-time/security-codes.ts',
  'server/identity/passkeys/challenges.ts',
  'server/identity/passkeys/passkeys.queries.ts',
  'server/identity/passkeys/relying-party.ts',
  'server/identity/passkeys/webauthn.ts',
  'server/identity/recovery/finish-recovery.command.ts',
  'server/identity/sessions/devices.queries.ts',
  'server/identity/sessions/open-sessions.queries.ts',
  'server/identity/sessions/sessions.queries.ts',
  'server/identity/sign-in/restrict-user.command.ts',
  'server/identity/sign-in/sign-in.queries.ts',
  'server/identity/tickets/tickets.ts',
  'server/identity/users/email-changes.queries.ts',
  'server/identity/users/notify.ts',
  'server/identity/users/security-addresses.ts',
  'server/identity/users/tell-security-change.ts',
  'server/identity/users/unconfirmed-registrations.queries.ts',
  'server/identity/users/users.queries.ts',
  'server/institution/agreements/agreements.queries.ts',
  'server/institution/agreements/texting-terms.ts',
  'server/institution/operating-state.queries.ts',
  'server/payments/end-of-day/decide-draft.command.ts',
  'server/payments/end-of-day/make-bank-file.command.ts',
  'server/payments/operator/find-payments.queries.ts',
  'server/payments/operator/payment-history.queries.ts',
  'server/payments/operator/read-day.ts',
  'server/payments/operator/read-days.queries.ts',
  'server/payments/operator/refund-payment.command.ts',
  'server/payments/operator/settle-by-evidence.command.ts',
  'server/payments/operator/stop-planned-payment.command.ts',
  'server/payments/operator/waive-late-charge.command.ts',
  'server/payments/payments.queries.ts',
  'server/payments/schedules/delete-planned-payment.command.ts',
  'server/payments/schedules/read-planned-payments.ts',
  'server/payments/schedules/recurring-payments.queries.ts',
  'web/documents/DocumentsSection.tsx',
  'web/identity/new-password/NewPasswordFields.tsx',
  'web/identity/new-password/credential-rules.ts',
  'web/identity/new-password/use-new-password.ts',
  'web/identity/new-password/use-password-messages.ts',
  'web/identity/security/SecuritySections.tsx',
  'web/identity/sign-in/handed-over-login.ts',
  'web/identity/use-has-password.ts',
  'web/institution/agreements.ts',
  'web/institution/institution-options.ts',
  'web/institution/maintenance.ts',
  'web/institution/pending-terms.ts',
  'web/institution/settings.ts',
  'web/payments/AutopayLink.tsx',
  'web/payments/all-planned-payments.ts',
  'web/payments/payments-data.ts',
  'web/payments/schedules/PlannedPayments.tsx',
  'web/payments/schedules/planned-payments-data.ts',
  'web/profile/profile-data.ts',
  'web/profile/texting/use-texting-consent.tsx',
];
