/** On an answer that an outage or error changed: what the customer quotes, and the operator finds in the log. */
export const REFERENCE_HEADER = 'passbook-reference';
