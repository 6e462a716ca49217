/** Name of the service in texts for users. */
export const SERVICE_NAME = 'Yield API';
