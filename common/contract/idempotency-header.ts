/** The header a browser sends with a submission; a client without one is held to the handle in EncryptedData. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** What a client may choose as its key. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,200}$/;
