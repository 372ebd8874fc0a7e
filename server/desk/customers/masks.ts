/** `m••••@example.com` */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '' : `${address.slice(0, 1)}••••${address.slice(at)}`;
}

/** `••• ••• 0142` */
export function maskPhone(phone: string): string {
  return phone === '' ? '' : `••• ••• ${phone.slice(-4)}`;
}

/** `•••, Portland, ME` */
export function maskAddress({ city, state }: { readonly city: string; readonly state: string }): string {
  return city === '' ? '' : `•••, ${city}, ${state}`;
}
