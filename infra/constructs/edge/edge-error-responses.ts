import { formatErrorBody } from '../../../shared/platform/contract/envelope.ts';
import { ApiError, invalidRequestError } from '../../../shared/platform/contract/errors.ts';

const urlTooLongIssue = { path: 'request', message: 'has too long an address' };

/** Error responses that the CloudFront distribution itself returns. */
export const EDGE_ERROR_RESPONSES = {
  failed: { path: '/edge-500.json', body: formatErrorBody(new ApiError('internal_error')) },
  overlong: { path: '/edge-400.json', body: formatErrorBody(invalidRequestError([urlTooLongIssue])) },
} as const;
