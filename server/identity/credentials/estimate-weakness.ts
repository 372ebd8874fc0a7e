import type { Match, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { guessableWords, type PasswordWeakness } from '#common/identity/rules/password-weakness.ts';

/** Below this, common lists and patterns find it (zxcvbn score 3). */
const ENOUGH_GUESSES = 1e8;

const GUESSES_PER_SEPARATOR = 10;

/** Longer passwords are cut: the work grows faster than the length. */
const MAX_CHARACTERS = 64;

/** Loaded on first use; most requests don't need it. */
let estimator: Promise<ZxcvbnFactory> | undefined;

export interface GuesserKnowledge {
  /** Names, username and mailbox of the user. */
  readonly personal: readonly string[];
  readonly institutionName: string;
}

/**
 * Returns why a password is easy to guess: one of the 50,000 most common, a repeat, a sequence, neighboring keys, a
 * date, or a name with little around it, in any spelling (ASVS 5.0 6.2.4 and 6.2.11).
 */
export async function estimateWeakness(
  password: string,
  { personal, institutionName }: GuesserKnowledge,
): Promise<PasswordWeakness | undefined> {
  estimator ??= createEstimator();
  const loaded = await estimator;
  const ours = guessableWords([institutionName]);
  const words = [...guessableWords(personal), ...ours];
  const text = [...password.normalize('NFKC')].slice(0, MAX_CHARACTERS).join('');
  const whole = loaded.check(text, words);
  if (whole.guesses < ENOUGH_GUESSES) return reasonOf(whole.sequence, ours);
  // Dots and dashes hide dates and sequences from the estimate but hardly slow a guesser.
  const joined = text.replaceAll(/[^\p{L}\p{N}]/gu, '');
  const parts = loaded.check(joined, words);
  const guesses = parts.guesses * GUESSES_PER_SEPARATOR ** (text.length - joined.length);
  return guesses < ENOUGH_GUESSES ? reasonOf(parts.sequence, ours) : undefined;
}

async function createEstimator(): Promise<ZxcvbnFactory> {
  const [core, common] = await Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]);
  return new core.ZxcvbnFactory({
    dictionary: common.dictionary,
    graphs: common.adjacencyGraphs,
    maxLength: MAX_CHARACTERS * 2,
  });
}

/** The pattern that covers most characters; without one, the password counts as common. */
function reasonOf(sequence: readonly Match[], ours: readonly string[]): PasswordWeakness {
  const [longest] = sequence
    .filter(({ pattern }) => pattern !== 'bruteforce')
    .toSorted((one, other) => other.token.length - one.token.length);
  return longest ? kindOf(longest, ours) : 'common';
}

function kindOf(match: Match, ours: readonly string[]): PasswordWeakness {
  switch (match.pattern) {
    case 'repeat':
      return 'repeated';
    case 'sequence':
      return 'sequence';
    case 'spatial':
      return 'keyboardRow';
    case 'date':
    case 'regex':
      return 'date';
    default:
      if (match['dictionaryName'] !== 'userInputs') return 'common';
      return ours.includes(String(match['matchedWord'])) ? 'institutionName' : 'personalWord';
  }
}
