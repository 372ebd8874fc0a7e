/** The header a browser sends with a submission; a client without one is held to the handle in EncryptedData. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
