/** Name of the service in texts for people. */
export const SERVICE_NAME = 'Yield API';
