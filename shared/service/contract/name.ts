/** What the service calls itself to people. */
export const SERVICE_NAME = 'Yield API';
