/** Placeholder for the API's host in texts. Only the reader's browser knows the real host. */
export const API_EXAMPLE_ORIGIN = 'https://api.example.com';
