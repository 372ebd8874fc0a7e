import { addressStates } from '#common/core/us-states.ts';

/** The states, territories and military areas of an address, to choose from. */
export const stateOptions = addressStates.map(({ code, name }) => ({ value: code, label: name }));
