/** Every address of the portal (A 2.1), for links and menus. The routes decide which have screens. */
export const paths = {
  root: '/',
  home: '/home',
  login: '/home/login',
  register: '/home/register',
  singleSignOn: '/home/sso',
  activate: '/home/activate',
  verifyEmail: '/home/verifyEmail',
  optOut: '/opt-out',
  keepEmail: '/keep-email',
  recovery: '/home/recovery',
  forcePasswordChange: '/home/forcePasswordChange',
  publicFaq: '/home/faq',
  publicMessages: '/home/messages',
  publicLocations: '/home/locations',
  myAccount: '/myaccount',
  dashboard: '/myaccount/dashboard',
  payment: '/myaccount/payment',
  paymentConfirm: '/myaccount/paymentConfirm',
  receipt: '/myaccount/receipt',
  loanDetails: '/myaccount/loanDetails',
  depositDetails: '/myaccount/deposits/depositDetails',
  applicationDetails: '/myaccount/applicationdetails',
  profile: '/myaccount/profile',
  documents: '/myaccount/documents',
  documentCenter: '/myaccount/document-center',
  requestChange: '/myaccount/requestChange',
  requests: '/myaccount/requests',
  messages: '/myaccount/messages',
  conversations: '/myaccount/conversations',
  faq: '/myaccount/faq',
  locations: '/myaccount/locations',
  loginHistory: '/myaccount/loginHistory',
} as const;

export function paymentPath(accountNumber: string): string {
  return `${paths.payment}/${encodeURIComponent(accountNumber)}`;
}

export function receiptPath(referenceNumber: string): string {
  return `${paths.receipt}/${encodeURIComponent(referenceNumber)}`;
}

export function loanDetailsPath(accountNumber: string): string {
  return `${paths.loanDetails}/${encodeURIComponent(accountNumber)}`;
}

export function depositDetailsPath(accountNumber: string): string {
  return `${paths.depositDetails}/${encodeURIComponent(accountNumber)}`;
}

/** @param shown the number of a conversation, or `new` to write first */
export function conversationPath(shown: number | 'new'): string {
  return `${paths.conversations}/${shown}`;
}

export function applicationPath(applicationNumber: string): string {
  return `${paths.applicationDetails}/${encodeURIComponent(applicationNumber)}`;
}
