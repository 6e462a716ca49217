import { describe, expect, test } from 'vitest';
import { ApiError, ERRORS, invalidRequestError } from '../../../shared/platform/contract/errors.ts';

/** The documented statuses. The service may answer with no other status. */
const DOCUMENTED_STATUSES = [200, 201, 400, 401, 403, 404, 422, 429, 500];

describe('the table of error codes', () => {
  test.each(Object.entries(ERRORS))(
    'the error %s has a documented status code and a message that is a sentence',
    (_, entry) => {
      expect(DOCUMENTED_STATUSES).toContain(entry.status);
      expect(entry.message).toMatch(/^[A-Z].*[.]$/);
    },
  );

  test('the error codes are snake_case', () => {
    for (const code of Object.keys(ERRORS)) expect(code).toMatch(/^[a-z]+(_[a-z0-9]+)*$/);
  });

  test.each([
    ['invalid_chain', 400],
    ['invalid_risk_level', 400],
    ['unauthorized', 401],
    ['rate_limit_exceeded', 429],
  ] as const)('the documented code %s is answered with %i', (code, status) => {
    expect(new ApiError(code).status).toBe(status);
  });
});

describe('invalidRequestError creates the error of an invalid request', () => {
  test('the message of invalidRequestError names the first invalid field and its rule', () => {
    const issues = [
      { path: 'query.page', message: 'must be a whole number' },
      { path: 'query.x', message: 'is unknown' },
    ];
    const error = invalidRequestError(issues);
    expect(error.message).toBe('query.page: must be a whole number');
    expect(error.details).toEqual({ issues });
    expect(error.code).toBe('invalid_request');
  });
});
