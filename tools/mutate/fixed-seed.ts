import fc from 'fast-check';

// A property must catch a mutant in every run or none, not by luck.
fc.configureGlobal({ seed: Number(process.env['MUTATE_SEED'] ?? 1) });
