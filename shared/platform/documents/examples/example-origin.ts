/** Placeholder for the host of the API in texts. The real host is unknown when the texts are created. */
export const API_EXAMPLE_ORIGIN = 'https://api.example.com';
