import { usStates } from '#common/core/us-states.ts';

/** The states of an address, to choose from. */
export const stateOptions = usStates.map(({ code, name }) => ({ value: code, label: name }));
