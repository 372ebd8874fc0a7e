/** The code of a 503: our server answers, but the system that keeps the accounts doesn't. */
export const HOST_UNAVAILABLE = 'HostUnavailable';
