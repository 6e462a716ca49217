import { expect, test } from 'vitest';
import { buildCorsHeaders } from '../../shared/http/cors.ts';

const EXPOSED_HEADERS =
  'X-RateLimit-Limit,X-RateLimit-Remaining,X-RateLimit-Reset,RateLimit-Policy,RateLimit,X-Request-Id,Retry-After,Idempotent-Replayed,Location,Deprecation,Sunset,Link';

test('a response to an allowed origin permits this origin to read the response', () => {
  const allowed = ['https://a.example', 'https://b.example'];
  expect(buildCorsHeaders(allowed, 'https://b.example')).toEqual({
    Vary: 'Origin',
    'Access-Control-Allow-Origin': 'https://b.example',
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
  });
});

test.each([['https://c.example'], ['https://a.example.evil'], ['null'], [undefined]])(
  'a request with the Origin %s gets no header that allows cross-origin access',
  (origin) => {
    expect(buildCorsHeaders(['https://a.example'], origin)).toEqual({ Vary: 'Origin' });
  },
);

test('the header Access-Control-Allow-Origin is * when every origin is allowed', () => {
  expect(buildCorsHeaders(['*'], 'https://any.example')).toMatchObject({
    'Access-Control-Allow-Origin': '*',
  });
});
