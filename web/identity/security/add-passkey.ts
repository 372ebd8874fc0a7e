import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser';
import type { PasskeyCreationOptions } from '#common/identity/passkeys.api.ts';
import { call } from '#web/data/client.ts';
import type { Outcome, Stopped } from '#web/data/use-action.ts';

export async function addPasskey(name: string, password: string): Promise<Outcome<unknown>> {
  if (!browserSupportsWebAuthn()) return { kind: 'stopped', text: 'passkeys.unsupported' };
  const begun = await call('POST /api/Passkeys/BeginEnrollment', { body: { Password: password } });
  if (begun.kind !== 'answer') return begun;
  const made = await makePasskey(begun.body.Options);
  if ('kind' in made) return made;
  const { id, response } = made;
  const added = await call('POST /api/Passkeys/FinishEnrollment', {
    body: {
      Name: name,
      Id: id,
      ClientDataJson: response.clientDataJSON,
      AttestationObject: response.attestationObject,
      Transports: response.transports ?? [],
    },
  });
  return added.kind === 'answer' ? added : { kind: 'stopped', text: 'passkeys.addFailed' };
}

async function makePasskey(optionsJSON: PasskeyCreationOptions) {
  try {
    return await startRegistration({ optionsJSON });
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    return { kind: 'stopped', text: isKnown ? 'passkeys.addKnown' : 'passkeys.addNotDone' } satisfies Stopped;
  }
}
