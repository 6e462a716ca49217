import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';

// Without a language zod/mini says "Invalid input" of every broken rule that has no text of its own. The English one
// alone is 3 kB; reached by way of `z.locales`, all languages would be bundled.
z.config(en());
