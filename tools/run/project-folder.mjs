import { fileURLToPath } from 'node:url';

/** Where package.json stands. */
export const projectFolder = fileURLToPath(new URL('../../', import.meta.url));
