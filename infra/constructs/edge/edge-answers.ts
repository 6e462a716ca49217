import { errorText } from '../../../shared/platform/contract/envelope.ts';
import { ApiError, invalidRequest } from '../../../shared/platform/contract/errors.ts';

const overlong = { path: 'request', message: 'has too long an address' };

/** The responses that the distribution gives by itself, as files beside the dashboard's document. */
export const EDGE_ANSWERS = {
  failed: { path: '/edge-500.json', body: errorText(new ApiError('internal_error')) },
  overlong: { path: '/edge-400.json', body: errorText(invalidRequest([overlong])) },
} as const;
