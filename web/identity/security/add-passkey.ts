import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser';
import type { PasskeyCreationOptions } from '#common/identity/passkeys.api.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { call } from '#web/data/client.ts';
import { confirmationProblem } from './security-data.ts';

/** Lets the browser make a passkey and adds it. @returns why that was not done, or null. */
export async function addPasskey(name: string, password: string): Promise<TextKey | null> {
  if (!browserSupportsWebAuthn()) return 'passkeys.unsupported';
  const begun = await call('POST /api/Passkeys/BeginEnrolment', { body: { Password: password } });
  if (begun.kind !== 'answer') return confirmationProblem(begun);
  const made = await makePasskey(begun.body.Options);
  if (typeof made === 'string') return made;
  const { id, response } = made;
  const added = await call('POST /api/Passkeys/FinishEnrolment', {
    body: {
      Name: name,
      Id: id,
      ClientDataJson: response.clientDataJSON,
      AttestationObject: response.attestationObject,
      Transports: response.transports ?? [],
    },
  });
  return added.kind === 'answer' ? null : 'passkeys.addFailed';
}

async function makePasskey(optionsJSON: PasskeyCreationOptions) {
  try {
    return await startRegistration({ optionsJSON });
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    return isKnown ? 'passkeys.addKnown' : 'passkeys.addNotDone';
  }
}
