import type { Institution } from '#common/institution/institution.ts';
import { optionDefinitions } from '#common/contract/all-options.ts';
import { listAllowedQuestions } from '#common/identity/rules/secret-answer.ts';

/** Returns a plausible question for an identity that has none, always the same one for the same identity. */
export function decoyQuestion({ options }: Institution, identityHash: Uint8Array): string {
  const offered = listAllowedQuestions(
    options['loginOptions.securityQuestions'],
    options['loginOptions.secretAnswerPattern'],
  );
  const questions = offered.length > 0 ? offered : optionDefinitions['loginOptions.securityQuestions'].defaultValue;
  const number = Buffer.from(identityHash).readUInt32BE(0);
  return questions[number % questions.length] ?? '';
}
