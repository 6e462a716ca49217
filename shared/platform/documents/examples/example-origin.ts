/** Stands in the texts for the host that serves them, which only the reader's browser knows. */
export const API_EXAMPLE_ORIGIN = 'https://api.example.com';
