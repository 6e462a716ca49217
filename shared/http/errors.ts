import { errorText } from '../platform/contract/envelope.ts';
import { ApiError } from '../platform/contract/errors.ts';
import { JSON_TYPE } from '../platform/contract/headers.ts';
import type { Step } from './context.ts';

/** Turns whatever was thrown into the error envelope; what is not an ApiError leaves as `internal_error`. */
export function errors(): Step {
  return {
    name: 'errors',
    onError: (passage) => {
      const { headers } = passage.event;
      const error = passage.error instanceof ApiError ? passage.error : new ApiError('internal_error');
      headers['Content-Type'] = JSON_TYPE;
      passage.response = { statusCode: error.status, headers, body: errorText(error) };
    },
  };
}
