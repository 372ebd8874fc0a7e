import fc from 'fast-check';

// Properties must catch a fault in every run or in none: by luck is not caught.
fc.configureGlobal({ seed: Number(process.env['MUTATE_SEED'] ?? 1) });
