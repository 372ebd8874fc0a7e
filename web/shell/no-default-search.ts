// Stands in for the ways in which the router's library reads and writes the search of an address unless it is given others;
// see `vite.config.ts`.
export const defaultParseSearch = null;
export const defaultStringifySearch = null;
export const parseSearchWith = null;
export const stringifySearchWith = null;
