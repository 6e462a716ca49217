import { expect, test } from 'vitest';
import {
  countedHeaderBytes,
  eventHeaders,
  headerValue,
  setHeader,
} from '../../../infra/emulator/gateway/http/headers.ts';

test('names keep the letter case in which they were sent, values their order, and the last one is the single value', () => {
  expect(eventHeaders(['Accept', 'a', 'X-Many', '1', 'x-api-key', 'k', 'X-Many', '2'])).toEqual({
    headers: { Accept: 'a', 'X-Many': '2', 'x-api-key': 'k' },
    multiValueHeaders: { Accept: ['a'], 'X-Many': ['1', '2'], 'x-api-key': ['k'] },
  });
});

test('spellings of one name are one header, so that no reader sees another value than the authorizer', () => {
  const { headers, multiValueHeaders } = eventHeaders(['X-API-KEY', 'one', 'x-api-key', 'two']);
  expect(headers).toEqual({ 'X-API-KEY': 'two' });
  expect(multiValueHeaders).toEqual({ 'X-API-KEY': ['one', 'two'] });
  expect(headerValue(headers, 'x-Api-Key')).toBe('two');
});

test('connection-level headers are not passed on', () => {
  const { headers } = eventHeaders([
    'Connection',
    'close',
    'Content-Length',
    '3',
    'Transfer-Encoding',
    'x',
    'A',
    'b',
  ]);
  expect(headers).toEqual({ A: 'b' });
});

test('a header named like a member of every object is a header', () => {
  const { headers } = eventHeaders(['__proto__', 'x', 'constructor', 'y']);
  expect(JSON.parse(JSON.stringify(headers))).toEqual(JSON.parse('{"__proto__":"x","constructor":"y"}'));
  expect(headerValue(eventHeaders([]).headers, 'constructor')).toBeUndefined();
});

test('setHeader replaces whatever spelling was sent', () => {
  const target = eventHeaders(['x-forwarded-for', '1.2.3.4']);
  setHeader(target, 'X-Forwarded-For', '5.6.7.8');
  expect(target.headers).toEqual({ 'x-forwarded-for': '5.6.7.8' });
  expect(target.multiValueHeaders).toEqual({ 'x-forwarded-for': ['5.6.7.8'] });
});

test('the quota counts the request line and the values', () => {
  expect(countedHeaderBytes('GET / HTTP/1.1', ['A', '12345', 'B', '678'])).toBe(14 + 8);
});
