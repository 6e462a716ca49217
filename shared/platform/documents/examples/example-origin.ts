/**
 * Placeholder for the host of the API in texts. The real host is unknown when the texts are created; only the
 * reader's browser knows it.
 */
export const API_EXAMPLE_ORIGIN = 'https://api.example.com';
