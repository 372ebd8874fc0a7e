import { answerQuestions } from '#server/platform/threads/answer-questions.ts';
import { estimateWeakness } from './estimate-weakness.ts';
import type { WeaknessQuestion } from './find-weakness.ts';

answerQuestions(({ password, knowledge }: WeaknessQuestion) => estimateWeakness(password, knowledge));
