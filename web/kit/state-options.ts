import { addressStates } from '#common/core/us-states.ts';

export const stateOptions = addressStates.map(({ code, name }) => ({ value: code, label: name }));
