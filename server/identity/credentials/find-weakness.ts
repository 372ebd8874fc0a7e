import type { Match, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { guessableWords, type PasswordWeakness } from '#common/identity/rules/password-weakness.ts';

/** Fewer guesses than this and a list of passwords, names and patterns finds it (score 3 of zxcvbn). */
const ENOUGH_GUESSES = 1e8;

const GUESSES_PER_SEPARATOR = 10;

/** The beginning decides: the work grows faster than the length. */
const MOST_CHARACTERS = 64;

/** Read at the first use, because most requests need none of it. */
let estimator: Promise<ZxcvbnFactory> | undefined;

export interface GuesserKnowledge {
  /** Names, login name and mailbox of the person. */
  readonly personal: readonly string[];
  readonly institutionName: string;
}

/**
 * Why a password is easy to guess, if it is: among the fifty thousand most used,
 * a repeat, a sequence, keys side by side, a date, or a name with little around
 * it, however its letters are written (ASVS 5.0 6.2.4 and 6.2.11).
 */
export async function findWeakness(
  password: string,
  { personal, institutionName }: GuesserKnowledge,
): Promise<PasswordWeakness | undefined> {
  estimator ??= createEstimator();
  const loaded = await estimator;
  const ours = guessableWords([institutionName]);
  const words = [...guessableWords(personal), ...ours];
  const text = [...password.normalize('NFKC')].slice(0, MOST_CHARACTERS).join('');
  const whole = loaded.check(text, words);
  if (whole.guesses < ENOUGH_GUESSES) return reasonOf(whole.sequence, ours);
  // Dots and dashes hide a date or a sequence from the estimate, and are soon guessed themselves.
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
    maxLength: MOST_CHARACTERS * 2,
  });
}

/** The kind of what covers most characters; what fits no pattern counts as common when all of it is found so soon. */
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
