/** Browsers send it with every submission. Without it, the handle in EncryptedData serves as the key. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,200}$/;
