/** Apart from the other sentences of the host, which only a refusal needs: the payment screen loads this one at once. */
export const CREDIT_CARDS_NOT_ACCEPTED = 'We do not accept Credit Cards.';
